// Runs on which nothing fails, replayed: one that no interleaving has, or any; and what is known of a program's robustness: whether
// it has such runs as the former.
#pragma once

#include <optional>
#include <vector>

#include "result/run_graph.h"
#include "result/violation.h"

namespace fencepost::result {

struct WeakRun {
  std::vector<Step> trace;
  RunGraph graph;
  Weakness weakness;
};

// A run on which nothing fails, replayed for people who want to look at it.
struct ToldRun {
  std::vector<Step> trace;
  RunGraph graph;
  Story story;
};

struct Robustness {
  std::optional<WeakRun> weak;  // on which nothing fails; one on which a check fails is a violation of the result
  uint64_t executions = 0;      // that were compared
};

}  // namespace fencepost::result
