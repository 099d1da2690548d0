// The order-graph fast path for store-order models (cat/store_order_shape.h): given only reads-from, is there a coherence
// order that the model allows, and if not, from which reads-from edges does that follow? Coherence is not enumerated: a
// pair of writes is decided when the opposite order would close a cycle or split a read-modify-write, each decision
// remembers its premises, and only what is still open at the fixpoint is tried, one pair at a time (seed 004, sections on
// derived orders and kernel reasons; that derivation alone is incomplete follows from Gibbons and Korach, 1997).
// Agrees with enumeration by the general evaluator; one instance a thread.
#pragma once

#include <memory>
#include <optional>

#include "memory/cat/store_order_shape.h"
#include "memory/consistency.h"

namespace fencepost::memory {

class StoreOrder {
 public:
  // Empty when the model does not have the shape.
  static std::optional<StoreOrder> of(std::shared_ptr<const Model> model);

  // `graph` has rf and derive_static() done; a co in it is not looked at. The reason's reads-from edges violate the model
  // under every coherence order, and none can be dropped; with them come the fixed base edges that the conflicts use.
  // `reason.cycle` is the last cycle met. Writes of the initial thread come first in coherence.
  std::optional<Reason> violation(const ExecutionGraph& graph);
  // After violation() returned nothing: the coherence order found.
  const Relation& co() const { return co_; }

 private:
  StoreOrder(std::shared_ptr<const Model> model, cat::StoreOrderShape shape);

  std::shared_ptr<const Model> model_;
  cat::StoreOrderShape shape_;
  cat::Evaluator evaluator_;
  Relation co_;
};

}  // namespace fencepost::memory
