// The one door to consistency: does a memory model allow an execution graph, and if not, from which edges does that follow?
//
// There are two questions and one way to ask them again and again:
//   a graph with reads-from and coherence      allows, violation. The cat file itself is evaluated, whatever the model.
//   a graph with reads-from alone              violations_of_rf: is there a coherence order under which it is allowed?
//   a graph that gets one edge after the other  grow (growing_graph.h), with undo.
//
// Consistency itself answers all of them by evaluating the cat file: it is the definition. Engines ask consistency_of(),
// which returns a quicker judge of the same where the text of the model permits one (store_order.h); they never choose.
// check/ makes a Consistency: what confirms a run must not be the search that found it. The litmus simulator enumerates more than
// coherence (final writes, choices of the model's own, flags) and has an evaluator of its own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "memory/cat/explainer.h"
#include "memory/execution_graph.h"
#include "memory/growing_graph.h"
#include "memory/model.h"

namespace fencepost::memory {

// Every graph that has these edges between these events, with the same locations, violates the axiom, whatever else happens
// there. From a graph with coherence: base edges, none of whose reads-from and coherence edges can be dropped. From
// reads-from alone: reads-from edges only, with which every coherence order violates the model, and not minimised.
struct Reason {
  std::string axiom;
  cat::CheckKind kind = cat::CheckKind::acyclic;
  std::vector<cat::NamedEdge> cycle;  // a shortest one in the model's own words; for empty: the offending pair
  std::vector<cat::NamedEdge> edges;  // sorted
  std::vector<EventId> events;        // that must happen as well, beside the ends of the edges; sorted
  // A further edge could mend it: it follows from this very graph and nothing less.
  bool by_absence = false;
  // A further event could, or one elsewhere, or another flow of data: it follows from the edges in graphs of these events
  // and dependencies.
  bool by_events = false;
};

// Where the order of writes comes from, which is a matter of the model's text (cat/store_order_shape.h).
enum class CoherenceSource : uint8_t {
  chosen,       // who makes a graph chooses it like reads-from
  derived,      // a store-order model: whether there is one follows from reads-from
  interleaving  // likewise, and the model allows interleavings only
};
CoherenceSource coherence_source(const Model& model);

// One instance a thread, which the model outlives. All graphs have rf, with at most one source a read, and derive_static() done.
class Consistency {
 public:
  // Judging throws Exhausted when the budget is; it may be null.
  explicit Consistency(const Model& model, Budget* budget = nullptr);
  virtual ~Consistency() = default;
  Consistency(const Consistency&) = delete;
  Consistency& operator=(const Consistency&) = delete;

  // `graph` has co and derive_communication() done.
  bool allows(const ExecutionGraph& graph);
  // Likewise. Of the axioms that fail, the first in the order of the model.
  std::optional<Reason> violation(const ExecutionGraph& graph);
  // Has a model with choices of its own (with ... from) been asked that had several alternatives, of which we take the
  // first? A graph that is then forbidden may be allowed by another.
  bool took_one_of_several() const { return evaluator_.took_one_of_several(); }

  // A co in `graph` is not looked at; writes of the initial thread come first. At most `limit` reasons, fewest edges first;
  // none: the model allows the graph with some coherence order.
  virtual std::vector<Reason> violations_of_rf(const ExecutionGraph& graph, size_t limit);
  // That order, after violations_of_rf() found nothing.
  const Relation& coherence() const { return coherence_; }
  // Every coherence order under which the model allows `graph`, until `visit` says no.
  void each_coherence(const ExecutionGraph& graph, const std::function<bool(const Relation& co)>& visit);

  // The events of `graph` with what is fixed about them, and without rf and co. This object outlives what it returns.
  virtual std::unique_ptr<GrowingGraph> grow(const ExecutionGraph& graph);

 protected:
  const Model& model_;
  Budget* const budget_;
  cat::Evaluator evaluator_;
  Relation coherence_;

 private:
  bool find_coherence(const ExecutionGraph& graph);
  void explain(const cat::Op& check, cat::Explainer& explainer, std::vector<cat::NamedEdge>& cycle);
  bool violated(const ExecutionGraph& graph, const Relation& rf, const Relation& co, const cat::Op& check);
};

// The quickest judge for the model; it agrees with Consistency.
std::unique_ptr<Consistency> consistency_of(const Model& model, Budget* budget = nullptr);

}  // namespace fencepost::memory
