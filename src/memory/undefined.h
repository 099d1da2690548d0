// Undefined behaviour that a model defines (`undefined_unless empty r`): which pairs of events are in such a relation r and, of a
// pair that is not, the base edges from which that follows. In models of C11, r are the data races, and the edges are those of
// happens-before that order the pair.
#pragma once

#include <optional>
#include <vector>

#include "memory/cat/explainer.h"
#include "memory/model.h"

namespace fencepost::memory {

class Undefined {
 public:
  explicit Undefined(const Model& model);

  bool possible() const { return !relations_.empty(); }
  // Sets the graph, with rf and co, to which the questions below refer; it outlives them.
  void judge(const ExecutionGraph& graph);
  bool relates(EventId a, EventId b);  // in either direction
  bool relates(EventId event);         // to any other
  // For a pair that is not related: edges such that the pair is unrelated in every run that has them. Absent: there
  // are none but all edges of this run.
  std::optional<std::vector<cat::NamedEdge>> why_not(EventId a, EventId b);

 private:
  // Is what the explainer told enough, without the rest of the graph?
  bool suffices(const cat::Explainer& told, EventId a, EventId b);

  const std::vector<const cat::Op*> relations_;
  const bool only_shrinks_;  // can further edges only remove pairs from the relations?
  cat::Evaluator evaluator_;
  cat::Evaluator at_least_;  // evaluates an under-approximation that stays true when the graph gets more edges
  cat::Evaluator named_;     // what was told, alone; as an under-approximation unless they only shrink
  const ExecutionGraph* graph_ = nullptr;
};

}  // namespace fencepost::memory
