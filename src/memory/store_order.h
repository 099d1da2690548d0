// Consistency of store-order models (cat/store_order_shape.h: SC, TSO, PSO and their like) from reads-from alone: coherence is
// derived instead of enumerated (coherence_search.h), on graphs of thousands of events, numbered along program order.
// Its answers are those of Consistency. Engines get one from consistency_of().
#pragma once

#include "memory/cat/store_order_shape.h"
#include "memory/cat/support.h"
#include "memory/coherence_search.h"
#include "memory/consistency.h"

namespace fencepost::memory {

class StoreOrder final : public Consistency {
 public:
  // `shape` is the shape of the model.
  StoreOrder(const Model& model, cat::StoreOrderShape shape, Budget* budget);

  std::vector<Reason> violations_of_rf(const ExecutionGraph& graph, size_t limit) override;
  std::unique_ptr<GrowingGraph> grow(const ExecutionGraph& graph) override;

 private:
  FixedPart fixed_part(const ExecutionGraph& graph);
  Reason reason_of(const Conflict& conflict, cat::Support& support) const;

  cat::StoreOrderShape shape_;
};

}  // namespace fencepost::memory
