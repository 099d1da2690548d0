// The order-graph fast path for store-order models (cat/store_order_shape.h): given only reads-from, is there a coherence
// order that the model allows, and if not, from which reads-from edges does that follow? Coherence is derived instead of
// enumerated (coherence_search.h). Agrees with enumeration by the general evaluator; one instance a thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "memory/cat/store_order_shape.h"
#include "memory/cat/support.h"
#include "memory/coherence_search.h"
#include "memory/consistency.h"

namespace fencepost::memory {

// These reads-from edges, with these further events present, violate the model under every coherence order of any graph
// that has them with the same locations, whatever else it has: ends of fixed edges, fences that such an edge needs, writes
// that had to be ordered. Ends of the reads-from edges are not repeated.
struct OrderReason {
  std::string axiom;
  std::vector<std::pair<EventId, EventId>> rf;  // sorted
  std::vector<EventId> events;                  // sorted
};

class StoreOrder {
 public:
  // Empty when the model does not have the shape.
  static std::optional<StoreOrder> of(std::shared_ptr<const Model> model);

  bool interleaves() const { return shape_.interleaves(); }
  void set_budget(Budget* budget) { budget_ = budget; }

  // `graph` has rf, at most one source a read, and derive_static() done; a co in it is not looked at. Writes of the initial
  // thread come first in coherence. At most `limit` short reasons, fewest reads-from edges first; none when the graph is
  // consistent. Meant for graphs of thousands of events, numbered along program order: reasons are not minimised.
  std::vector<OrderReason> violations(const ExecutionGraph& graph, size_t limit);
  // One reason for people: none of its reads-from edges can be dropped; with them come the fixed base edges that the
  // conflicts use. `reason.cycle` is the last cycle met.
  std::optional<Reason> violation(const ExecutionGraph& graph);
  // After either found nothing: the coherence order.
  Relation co() const;
  // After violations() found nothing in this graph: every coherence order that the model allows, until `visit` says no.
  void each_coherence(const ExecutionGraph& graph, const std::function<bool(const Relation& co)>& visit) const;

 private:
  StoreOrder(std::shared_ptr<const Model> model, cat::StoreOrderShape shape);
  void bind(const ExecutionGraph& graph);
  std::vector<Conflict> run(const ExecutionGraph& graph, const std::vector<EventId>& source, size_t limit);
  std::vector<Conflict> fixed_conflicts() const;
  const cat::Expr* fixed_expr(uint32_t axiom, EventId from, EventId to, cat::Support& support) const;
  OrderReason reason_of(const Conflict& conflict, cat::Support& support) const;
  Reason explained(const Conflict& conflict);

  std::shared_ptr<const Model> model_;
  cat::StoreOrderShape shape_;
  cat::Evaluator evaluator_;
  Budget* budget_ = nullptr;
  FixedPart fixed_;
  std::vector<EventId> source_;
  size_t size_ = 0;
  std::vector<std::vector<EventId>> coherence_;
};

}  // namespace fencepost::memory
