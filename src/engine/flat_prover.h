// Who proves something about the interleavings of a flat program, for engines that need such a proof on their way. Engines do not include
// each other: the registry hands over one that can.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/statistics.h"
#include "flat/interpreter.h"
#include "result/proof.h"
#include "result/task.h"

namespace fencepost::engine {

struct FlatAnswer {
  std::optional<result::Invariants> invariants;  // nothing fails
  std::vector<logic::Term> predicates;           // what was told apart in the end
  std::vector<flat::Step> run;                   // it fails: the last step is the check
  std::string reason;                            // neither is known
  SourcePos where;
};

struct FlatEffort {
  bool by_states = true;  // states may also be looked at one by one, which tells no predicates
  size_t rounds = 0;      // of refinement, the first of which has only the given predicates; 0: as many as it takes
};

// Of a program with one instance of each template. `predicates` are told apart from the start. Throws Exhausted.
using FlatProver = std::function<FlatAnswer(
    const result::Task& task, const flat::FlatProgram& program, const std::vector<logic::Term>& predicates,
    const FlatEffort& effort, std::shared_ptr<logic::Terms> terms, Budget& budget, Statistics& statistics)>;

}  // namespace fencepost::engine
