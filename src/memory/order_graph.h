// The graph of one acyclicity axiom while coherence is being derived: fixed edges, and labelled ones that come in batches.
// close() sorts it topologically and computes what reaches what, one row of bits a node, word-parallel over a reduced
// edge list; between two calls the answers are those of the last one. A closure that is kept at every insertion (Italiano)
// was rejected: a batch brings hundreds of edges, each insertion touches all rows above it, and most edges imply each other.
// Events of one atomic section can share a node; edges inside it are dropped.
#pragma once

#include <span>
#include <vector>

#include "memory/lightest_way.h"

namespace fencepost::memory {

// What no choice changes. Node ids are event ids: the node of a section is its first event.
class FixedOrder {
 public:
  // `section` may be null: each event is a node.
  FixedOrder(Relation edges, const Relation* section);

  size_t size() const { return edges_.size(); }
  EventId node(EventId event) const { return node_.empty() ? event : node_[event]; }
  std::span<const EventId> members(const EventId& node) const;
  const Relation& edges() const { return edges_; }  // between events
  bool acyclic() const { return acyclic_; }
  const Relation& between_nodes() const { return node_.empty() ? edges_ : quotient_; }
  // Nodes after which nothing that follows from other edges by transitivity is left out (seed 004 measured what they
  // cost), provided that events are numbered along program order; otherwise more edges stay than needed.
  const std::vector<EventId>& next(EventId node) const { return next_[node]; }
  OrderEdge between(EventId from_node, EventId to_node) const;

 private:
  void contract(const Relation& section);
  std::vector<EventId> last_first() const;  // empty: cyclic
  void reduce(const std::vector<EventId>& last_first);

  Relation edges_, quotient_;
  std::vector<EventId> node_;  // empty: identity
  std::vector<std::vector<EventId>> members_;
  std::vector<std::vector<EventId>> next_;
  bool acyclic_ = true;
};

class OrderGraph {
 public:
  static constexpr uint32_t kFixed = kFixedLabel;

  explicit OrderGraph(const FixedOrder& fixed);  // acyclic; outlives the graph

  const FixedOrder& fixed() const { return *fixed_; }
  // `label` grows from call to call. An edge inside a node is nothing.
  void add(EventId from, EventId to, uint32_t label);
  size_t mark() const { return added_.size(); }
  void undo(size_t mark, uint32_t labels);  // labels that are left

  bool sort();                  // topologically; false: there is a cycle
  bool close(uint32_t labels);  // sort() and reachability, with all labels below that in place
  const std::vector<EventId>& order() const { return order_; }  // of nodes, after sort()
  const std::vector<uint32_t>& place() const { return place_; }
  const Successors& out() const { return out_; }

  bool same_node(EventId a, EventId b) const { return fixed_->node(a) == fixed_->node(b); }
  bool reaches(EventId from, EventId to) const { return reach_.test(fixed_->node(from), fixed_->node(to)); }

  // Over fixed edges and labels below `limit`: the way with the least sum of weights, runs of fixed edges made one where
  // the fixed part has it in one.
  std::vector<OrderEdge> path(EventId from, EventId to, uint32_t limit, std::span<const uint32_t> weights) const;
  // After sort() failed: labelled edges that may lie on a cycle.
  std::vector<OrderEdge> suspects() const;

 private:
  const FixedOrder* fixed_;
  Successors out_;
  std::vector<EventId> added_;  // node of each
  std::vector<EventId> order_;
  std::vector<uint32_t> place_, pending_;
  Relation reach_;
  uint32_t closed_ = 0;  // reach_ covers at least the labels below
};

}  // namespace fencepost::memory
