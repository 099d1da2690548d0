// A growing strict partial order over events that knows at every moment what reaches what. Edges come one at a time; one
// that would close a cycle is refused, and path() then shows the shortest way back, so that a caller can say why.
// Invariant: row i of the closure holds exactly the events reachable from i by one or more edges; no row holds itself.
// An insertion unites one row into those of its predecessors, word-parallel (Italiano's closure on bit rows); marks undo
// it. Pearce and Kelly's topological order (JEA 2007) inserts faster but answers "does a reach b?" by search, and deriving
// coherence asks that far more often than it inserts.
#pragma once

#include <vector>

#include "memory/execution_graph.h"

namespace fencepost::memory {

struct OrderEdge {
  EventId from = 0, to = 0;
  uint32_t label = 0;
};

class OrderGraph {
 public:
  static constexpr uint32_t kFixed = UINT32_MAX;

  explicit OrderGraph(size_t size) : reach_(size), out_(size) {}
  // Starts with edges that are never undone, labelled kFixed. Those that follow from others by transitivity are left out
  // of paths (seed 004 measured what they cost). An order graph has no cycle: ask `fixed.acyclic()` first.
  explicit OrderGraph(const Relation& fixed);

  size_t size() const { return out_.size(); }
  bool reaches(EventId from, EventId to) const { return reach_.test(from, to); }
  bool closes_cycle(EventId from, EventId to) const { return from == to || reaches(to, from); }
  const Relation& closure() const { return reach_; }

  // False, and nothing changes, when the edge would close a cycle.
  bool add(EventId from, EventId to, uint32_t label);
  // A path with the fewest edges, in order; empty when there is none.
  std::vector<OrderEdge> path(EventId from, EventId to) const;

  size_t mark() const { return added_.size(); }
  void undo(size_t mark);  // back to the moment of that mark

 private:
  struct Successor {
    EventId to;
    uint32_t label;
  };
  struct Added {
    EventId from;
    size_t rows;  // saved_rows_ before the edge
  };

  Relation reach_;
  std::vector<std::vector<Successor>> out_;
  std::vector<Added> added_;
  std::vector<EventId> saved_rows_;
  std::vector<uint64_t> saved_words_;  // stride() words a saved row
};

}  // namespace fencepost::memory
