// Builds the abstract reachability graph with the precision at hand, until it is complete or has a node where something fails.
#pragma once

#include <optional>

#include "engine/cegar/reachability_graph.h"
#include "engine/cegar/trace.h"

namespace fencepost::engine::cegar {

// Steps of each thread to the nearest failure, whatever the variables are.
class ErrorDistance {
 public:
  explicit ErrorDistance(const flat::FlatProgram& program);
  uint32_t operator()(const flat::Configuration& configuration) const;

 private:
  std::vector<std::vector<uint32_t>> steps_;  // by thread and location
};

class Abstractor {
 public:
  // All outlive it.
  Abstractor(const flat::FlatProgram& program, Steps& steps, Domain& domain, CegarOptions::Search search,
             Budget& budget)
      : distance_(program), steps_(steps), domain_(domain), search_(search), budget_(budget) {}

  // The path to a failure. Nothing: `graph` is complete, and nothing fails on it.
  std::optional<Trace> explore(ReachabilityGraph& graph);

 private:
  using Key = std::pair<uint64_t, uint32_t>;  // what is smallest is next; the node

  Key key_of(const ReachabilityGraph& graph, uint32_t node) const;

  ErrorDistance distance_;
  Steps& steps_;
  Domain& domain_;
  CegarOptions::Search search_;
  Budget& budget_;
};

}  // namespace fencepost::engine::cegar
