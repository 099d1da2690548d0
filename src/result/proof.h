// Why a program is safe, said so that code which shares nothing with the engine can check it. It stands beside the trace of a
// violation: both are evidence, and a kind of evidence that check/ cannot judge makes no verdict.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "flat/configuration.h"
#include "logic/term.h"

namespace fencepost::result {

// An inductive invariant of a flat program (flat/flatten.h): what holds of the variables whenever the threads stand so. Each
// configuration at most once; one that is missing is not reached. Variables of the terms have the names of the program's.
// Only interleavings count that flat/reduction.h keeps.
struct Invariants {
  struct AtConfiguration {
    flat::Configuration configuration;
    logic::Term holds;
  };
  std::shared_ptr<logic::Terms> terms;
  std::vector<AtConfiguration> configurations;
};

// A clausal proof that no assignment satisfies the formula of all failing runs.
struct Refutation {
  std::string formula;  // DIMACS
  std::string steps;    // DRAT
};

// Invariants: one for each program that stands for the task under its memory model (flat/under_model.h), in that order.
using Proof = std::variant<std::vector<Invariants>, Refutation>;

// What people are told about a proof that check/ has confirmed.
struct ProofSummary {
  std::string kind;  // "invariants"
  size_t configurations = 0;
  size_t terms = 0;  // distinct ones in all invariants
};

}  // namespace fencepost::result
