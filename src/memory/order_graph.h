// The graph of one acyclicity axiom while coherence is being derived: fixed edges, and labelled ones that come in batches.
// close() sorts it topologically and computes what reaches what, one row of bits a node, word-parallel over a reduced
// edge list; between two calls the answers are those of the last one. A batch brings hundreds of edges, most of which imply
// each other, so keeping the closure at every insertion (Italiano) loses; for the few edges after a decision it wins.
// Events of one atomic section can share a node; edges inside it are dropped.
#pragma once

#include <span>
#include <vector>

#include "memory/lightest_path.h"

namespace fencepost::memory {

// The part of the graph that does not depend on reads-from and coherence. Node ids are event ids: the node of a section is
// its first event.
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
  // Successors in the transitive reduction, which makes closing cheaper (measured in seed 004). It is minimal if events are
  // numbered along program order; otherwise some redundant edges remain.
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
  static constexpr size_t kNever = SIZE_MAX;

  explicit OrderGraph(const FixedOrder& fixed);  // acyclic; outlives the graph

  const FixedOrder& fixed() const { return *fixed_; }
  // `label` increases from call to call. An edge inside a node is ignored.
  void add(EventId from, EventId to, uint32_t label);
  size_t mark() const { return added_.size(); }
  void undo(size_t mark, uint32_t labels);  // `labels`: only labels below this number remain
  // Saves the closure for an undo() to this moment; only the last saved one is kept.
  void remember();

  // Computes reachability; all labels below `labels` have been added. False: there is a cycle, and reachability stays
  // as it was.
  bool close(uint32_t labels);
  bool acyclic() const;                // with all edges that were added
  std::vector<EventId> order() const;  // the nodes in topological order; without those that a cycle blocks
  const Successors& out() const { return out_; }

  bool same_node(EventId a, EventId b) const { return fixed_->node(a) == fixed_->node(b); }
  bool reaches(EventId from, EventId to) const { return reach_.test(fixed_->node(from), fixed_->node(to)); }

  // The path of least weight over fixed edges and labels below `limit`. Consecutive fixed edges are merged where the
  // fixed part has one edge for them.
  std::vector<OrderEdge> path(EventId from, EventId to, uint32_t limit, std::span<const uint32_t> weights) const;
  // After close() failed: labelled edges that may lie on a cycle.
  std::vector<OrderEdge> suspects() const;

 private:
  // As order(); `pending`: the number of predecessors that each blocked node still has.
  std::vector<EventId> sorted(std::vector<uint32_t>& pending) const;
  bool insert_new();  // adds the edges since the last close() to the closure; false: there is a cycle

  const FixedOrder* fixed_;
  Successors out_;
  std::vector<std::pair<EventId, EventId>> added_;  // nodes
  std::vector<uint32_t> pending_;
  Relation reach_, remembered_;
  uint32_t closed_ = 0;                             // reach_ covers at least the labels below this number
  size_t exact_ = kNever, remembered_at_ = kNever;  // the number of added edges of which reach_ is the exact closure
};

}  // namespace fencepost::memory
