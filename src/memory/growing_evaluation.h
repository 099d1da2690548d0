// A growing graph under any model: after each edge, the definitions of the cat file that depend on reads-from and
// coherence are evaluated again. An incomplete graph is judged by the monotone checks alone, whose violations further
// edges cannot remove (cat/program.h).
#pragma once

#include <vector>

#include "memory/consistency.h"

namespace fencepost::memory {

class GrowingEvaluation final : public GrowingGraph {
 public:
  // `judge` and its program outlive this.
  GrowingEvaluation(Consistency& judge, const cat::Program& program, ExecutionGraph graph);

  bool add_rf(EventId write, EventId read) override;
  bool add_co(EventId first, EventId second) override;
  size_t mark() const override { return added_.size(); }
  void undo(size_t mark) override;
  bool possible() const override { return refused_at_ == kNever; }
  bool allowed() override;
  const Relation& rf() const override { return rf_; }
  const Relation& co() const override { return co_; }

 private:
  struct Added {
    enum class Kind : uint8_t { rf, co, nothing } kind;
    EventId from = 0, to = 0;
  };
  static constexpr size_t kNever = SIZE_MAX;
  bool judged();
  bool refuse();
  bool order(EventId first, EventId second);

  Consistency& judge_;
  ExecutionGraph graph_;
  cat::Evaluator evaluator_;
  Relation rf_, co_;
  std::vector<Added> added_;
  size_t refused_at_ = kNever;  // the number of edges when the graph was refused
};

}  // namespace fencepost::memory
