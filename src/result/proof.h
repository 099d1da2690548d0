// Why a program is safe, said so that code which shares nothing with the engine can check it. It stands beside the trace of a
// violation: both are evidence, and a kind of evidence that check/ cannot judge makes no verdict.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "logic/term.h"

namespace fencepost::result {

// An inductive invariant: what holds whenever a thread stands at a location.
struct Invariants {
  struct AtLocation {
    std::string thread;  // the function that it runs
    uint32_t location = 0;
    logic::Term holds;
  };
  std::shared_ptr<logic::Terms> terms;
  std::vector<AtLocation> locations;
};

// A clausal proof that no assignment satisfies the formula of all failing runs.
struct Refutation {
  std::string formula;  // DIMACS
  std::string steps;    // DRAT
};

using Proof = std::variant<Invariants, Refutation>;

}  // namespace fencepost::result
