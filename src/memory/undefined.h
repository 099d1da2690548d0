// What a model makes undefined (`undefined_unless empty r`): which pairs of events are in such a relation r, and if a pair is
// not, from which base edges that follows. For C11 models: data races, and happens-before that rules one out.
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
  // The graph has rf and co. What is asked below is about the last one.
  void judge(const ExecutionGraph& graph);
  bool relates(EventId a, EventId b);  // either way round
  // Of a pair that is not related: edges from which that follows in every run that has them. None: it follows from
  // nothing less than the whole run.
  std::optional<std::vector<cat::NamedEdge>> why_not(EventId a, EventId b);

 private:
  cat::Evaluator evaluator_;
  cat::Evaluator at_least_;   // what is ordered for certain, where the exact order can be lost again
  bool only_shrinks_ = true;  // are the relations such that what rules a pair out does so for good?
  std::vector<const cat::Op*> relations_;
};

}  // namespace fencepost::memory
