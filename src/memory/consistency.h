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
#include <set>
#include <string>
#include <vector>

#include "base/budget.h"
#include "memory/cat/explainer.h"
#include "memory/execution_graph.h"
#include "memory/growing_graph.h"
#include "memory/model.h"

namespace fencepost::memory {

// Why a graph is forbidden: every graph that has these edges between these events, with the same locations, violates
// the axiom, whatever else it contains. Reasons of a graph with coherence consist of base edges and are minimal in
// their reads-from and coherence edges. Reasons from reads-from alone consist of reads-from edges with which every
// coherence order violates the model, and are not minimised.
struct Reason {
  std::string axiom;
  cat::CheckKind kind = cat::CheckKind::acyclic;
  std::vector<cat::NamedEdge>
      cycle;  // a shortest one, in relations that the model names; of an `empty` check: the offending pair
  std::vector<cat::NamedEdge> edges;  // sorted
  std::vector<EventId> events;        // further events that the graph must have; sorted
  // The violation follows from the absence of an edge, so that a graph with more edges may be allowed: the reason
  // holds of this very graph only.
  bool by_absence = false;
  // The violation follows from which events and dependencies there are, so that another set of events, or other
  // dependencies, may be allowed: the reason holds of graphs with the same events and dependencies only.
  bool by_events = false;
};

// Where the coherence order of a graph comes from, which is decided by the text of the model
// (cat/store_order_shape.h).
enum class CoherenceSource : uint8_t {
  chosen,       // whoever builds a graph chooses it, like reads-from
  derived,      // a store-order model: whether there is one follows from reads-from
  interleaving  // likewise, and the model allows only interleavings
};
CoherenceSource coherence_source(const Model& model);

// Not thread-safe: one instance a thread. The model outlives it. Every graph has rf, with at most one source for each
// read, and derive_static() has been called on it.
class Consistency {
 public:
  // Judging throws Exhausted when the budget, if there is one, is exhausted.
  explicit Consistency(const Model& model, Budget* budget = nullptr);
  virtual ~Consistency() = default;
  Consistency(const Consistency&) = delete;
  Consistency& operator=(const Consistency&) = delete;

  // The graph also has co, and derive_communication() has been called on it.
  bool allows(const ExecutionGraph& graph);
  // Likewise. Explains the first axiom, in the order of the model, that fails.
  std::optional<Reason> violation(const ExecutionGraph& graph);
  // Did a choice of the model's own (with ... from) have several alternatives? Only the first is taken, so a graph
  // that was forbidden may be allowed with another one.
  bool took_one_of_several() const { return evaluator_.took_one_of_several(); }

  // Is there a coherence order, initial writes first, under which the model allows the graph? No reasons: there is,
  // and coherence() returns it. Otherwise at most `limit` reasons, those with the fewest edges first. A co in `graph`
  // is ignored.
  virtual std::vector<Reason> violations_of_rf(const ExecutionGraph& graph, size_t limit);
  const Relation& coherence() const { return coherence_; }
  // Visits every coherence order under which the model allows `graph`, until `visit` returns false.
  void each_coherence(const ExecutionGraph& graph, const std::function<bool(const Relation& co)>& visit);

  // A growing graph with the events and fixed relations of `graph`, and with empty rf and co. This object outlives
  // it.
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
  // Likewise by what these events and edges name alone.
  bool violated_by(const ExecutionGraph& graph, const std::set<EventId>& events, const std::set<cat::NamedEdge>& edges,
                   const cat::Op& check);
  void complete(const ExecutionGraph& graph, const cat::Op& check, Reason& reason);
};

// The fastest implementation for the model; its answers are those of Consistency.
std::unique_ptr<Consistency> consistency_of(const Model& model, Budget* budget = nullptr);

}  // namespace fencepost::memory
