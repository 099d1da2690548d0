// All executions of a program, up to what its threads can see of each other: two runs are one execution if the same
// accesses to shared memory happen, each read takes the same write, and the writes of each place are in the same order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "base/statistics.h"
#include "memory/execution_graph.h"
#include "result/run.h"

namespace fencepost::result {

struct Outcome {
  std::vector<std::string> values;  // by Exploration::observed; "-": there is none
  uint64_t executions = 0;
};

struct Exploration {
  bool whole = false;                 // there are no others within the bounds
  uint64_t executions = 0;            // complete ones: every thread comes to its end, or that of its bound
  std::optional<uint64_t> blocked;    // some thread waits for ever; none: not (all) counted
  std::vector<std::string> observed;  // "return", then globals
  std::vector<Outcome> outcomes;      // sorted
  bool all_outcomes = true;           // data that the environment chooses may lead to others
  std::string reason;                 // not whole: why
  SourcePos reason_pos;
  Statistics statistics;
};

// One execution: events with labels, and rf, co, po.
struct Execution {
  const memory::ExecutionGraph& graph;
  const std::vector<std::string>& values;  // of a complete one
  bool is_complete = true;                 // otherwise some thread waits for ever
  // Made when it is asked for, so that it can be replayed. Nothing: the model's causes run in circles.
  std::function<std::optional<Run>()> run;
};
// False: no other one is wanted.
using ExecutionVisitor = std::function<bool(const Execution&)>;

}  // namespace fencepost::result
