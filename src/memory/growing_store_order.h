// A growing graph under a store-order model. The graph of each acyclicity axiom is kept transitively closed, so an edge that
// closes a cycle is seen at once, and the consequences of a new co or rf edge (fr, atomicity of updates) are derived
// at once. A trail records what a change overwrites, and undo() restores it. When rf and co are complete and no edge was
// refused, the model allows the graph. For graphs of tens to a few hundred events; CoherenceSearch decides
// large ones.
#pragma once

#include <utility>
#include <vector>

#include "memory/coherence_search.h"
#include "memory/growing_graph.h"

namespace fencepost::memory {

class GrowingStoreOrder final : public GrowingGraph {
 public:
  // `shape` outlives this.
  GrowingStoreOrder(const cat::StoreOrderShape& shape, const ExecutionGraph& graph, FixedPart fixed);

  bool add_rf(EventId write, EventId read) override;
  bool add_co(EventId first, EventId second) override;
  size_t mark() const override { return trail_.size(); }
  void undo(size_t mark) override;
  bool possible() const override { return refused_at_ == kNever; }
  bool allowed() override { return possible(); }
  const Relation& rf() const override { return rf_; }
  const Relation& co() const override { return co_; }

 private:
  using Pairs = std::vector<std::pair<EventId, EventId>>;
  struct Change {
    enum class Kind : uint8_t { rf, co, reach, nothing } kind;
    EventId from = 0, to = 0;  // of reach: the axiom and the node whose row was overwritten
  };
  static constexpr size_t kNever = SIZE_MAX;

  bool covers(const cat::Part& part, EventId a, EventId b) const;
  bool add_edge(uint32_t axiom, EventId from, EventId to);
  bool take(EventId write, EventId read, Pairs& forced);
  bool follows(EventId a, EventId b, Pairs& forced);
  bool order(Pairs forced);
  bool outcome(bool is_possible);

  const cat::StoreOrderShape& shape_;
  const FixedPart fixed_;
  std::vector<int> thread_;
  std::vector<EventId> source_;                // by read
  std::vector<std::vector<EventId>> readers_;  // by write
  Relation rf_, co_;
  std::vector<Relation> reach_;  // by axiom, over the nodes of its fixed order, transitively closed
  std::vector<Change> trail_;
  std::vector<uint64_t> rows_;  // overwritten rows of reach_, in the order of the trail
  size_t refused_at_ = kNever;  // the length of the trail when an edge was refused
};

}  // namespace fencepost::memory
