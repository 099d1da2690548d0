// Is an execution graph allowed by a model, and if not, from which base edges does that follow? The one question that the
// engines ask. The reason names the axiom, a shortest cycle in the model's own words, and the base edges: replaying the
// graph with these reads-from and coherence edges alone still violates the axiom, no single one can be dropped, and every
// graph that has these edges violates it, whatever else happens there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memory/cat/explainer.h"
#include "memory/execution_graph.h"
#include "memory/model.h"

namespace fencepost::memory {

struct Reason {
  std::string axiom;
  cat::CheckKind kind = cat::CheckKind::acyclic;
  std::vector<cat::NamedEdge> cycle;  // for empty: the offending pair
  std::vector<cat::NamedEdge> edges;  // base edges, sorted
  // A further edge could mend it: it follows from this very graph and nothing less.
  bool by_absence = false;
  // A further event could, or one elsewhere, or another flow of data: it follows from the edges in graphs of these events
  // and dependencies.
  bool by_events = false;
};

class Consistency {
 public:
  explicit Consistency(const Model& model) : evaluator_(model.program) {}

  // `graph` has rf and co and derive_static() done. The first axiom that fails, in the order of the model.
  std::optional<Reason> violation(const ExecutionGraph& graph);
  // Has a model with choices of its own (with ... from) been asked that had several alternatives, of which we take the
  // first? A graph that is then forbidden may be allowed by another.
  bool took_one_of_several() const { return evaluator_.took_one_of_several(); }

 private:
  void explain(const cat::Op& check, cat::Explainer& explainer, std::vector<cat::NamedEdge>& cycle);
  bool violated(const ExecutionGraph& graph, const Relation& rf, const Relation& co, const cat::Op& check);

  cat::Evaluator evaluator_;
};

}  // namespace fencepost::memory
