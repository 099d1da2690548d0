// All runs of a small flat program under interleaving, state by state: breadth first, with every state visited once. It is the meaning
// of flat programs (flat_program.h) in the plainest words, and what tests hold engines, passes and flatten against; no verdict rests
// on it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "flat/flat_program.h"
#include "flat/reduction.h"
#include "logic/evaluate.h"

namespace fencepost::flat {

// A thread of a state: where it stands, and the values of the shared variables and its own.
struct Standing {
  TemplateId of{};
  Loc at{};
  logic::Assignment values;
};

struct ExploreOptions {
  uint64_t most_states = 200000;
  // What a Havoc of more than a Boolean, and a variable that starts with any value, are tried with.
  std::vector<Bits> values = {0, 1};
  uint32_t most_instances = 3;                                        // of a template with any number of them
  const Reduction* reduction = nullptr;                               // leaves out what it says; null: nothing
  Reduction::Variables unseen = {};                                   // the reduction's
  std::function<void(const std::vector<Standing>&)> visit = nullptr;  // every state, thread by thread
};

// What a thread does; threads are numbered as they begin.
struct Step {
  uint32_t thread = 0;
  TemplateId of{};
  uint32_t edge = 0;           // of its template
  std::optional<Bits> chosen;  // of a Havoc
};

struct Failure {
  std::vector<Step> schedule;  // a shortest one; the last step is the Check
  const Step& check() const { return schedule.back(); }
};

struct Explored {
  std::vector<Failure> failures;  // one for each Check that fails in some run, in the order of their discovery
  uint64_t states = 0;
  bool complete = true;  // every run was seen: no limit was met, and no value left out
};

Explored explore(const FlatProgram& program, const ExploreOptions& options = {});

}  // namespace fencepost::flat
