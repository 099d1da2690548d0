// Builds the abstract reachability graph with the precision at hand, until it is complete or has a node where something fails. After a
// refinement it goes on: what is built anew begins as late on the trace as the new precision allows (lazy pruning; Henzinger,
// Jhala, Majumdar, Sutre, POPL 2002), or at the root.
#pragma once

#include <functional>
#include <optional>
#include <queue>

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
  Abstractor(const flat::FlatProgram& program, Steps& steps, Domain& domain, const CegarOptions& options,
             Budget& budget)
      : distance_(program), steps_(steps), domain_(domain), options_(options), budget_(budget), graph_(domain) {
    start();
  }

  // Goes on with the graph: the paths to a failure, the first or, with --refinement multi-seq, all. Nothing: the graph is complete,
  // and nothing fails on it.
  std::vector<Trace> explore();
  const ReachabilityGraph& graph() const { return graph_; }
  // Told now and then how many nodes there are.
  void tell(std::function<void(size_t)> how_far) { how_far_ = std::move(how_far); }

  // With what the domain tells by now: can the trace still fail?
  bool is_possible(const Trace& trace);
  // The domain tells more than it did when the graph was built: takes away what it would not build again because of the traces.
  void prune(const std::vector<Trace>& traces);
  // From the root.
  void start();

 private:
  using Key = std::pair<uint64_t, uint32_t>;  // what is smallest is next; the node

  Key key_of(uint32_t node) const;
  void add(Node node);
  const Failure* failing(uint32_t node);
  Trace trace_to(uint32_t node, const Failure& failure) const;
  std::vector<Element> beginning();
  // From these elements on, after so many moves.
  bool is_possible(const Trace& trace, std::vector<Element> elements, size_t moves);
  // After how many moves the trace cannot go on from what its node tells, as late as possible.
  std::optional<size_t> refuted_from(const Trace& trace);

  ErrorDistance distance_;
  Steps& steps_;
  Domain& domain_;
  const CegarOptions& options_;
  Budget& budget_;
  ReachabilityGraph graph_;
  std::function<void(size_t)> how_far_;
  std::priority_queue<Key, std::vector<Key>, std::greater<>> waiting_;
};

}  // namespace fencepost::engine::cegar
