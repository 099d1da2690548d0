#include "memory/consistency.h"

#include <algorithm>
#include <map>

#include "memory/cycle.h"
#include "memory/graph_edit.h"
#include "memory/growing_evaluation.h"
#include "memory/store_order.h"

namespace fencepost::memory {

namespace {

using cat::CheckKind;
using cat::NamedEdge;
using cat::Op;
using cat::OpenLocation;
using cat::Value;

// The writes of each location, whose order is to be chosen.
std::vector<OpenLocation> open_locations(const ExecutionGraph& graph) {
  std::map<uint32_t, OpenLocation> locations;
  graph.find_set("W")->for_each([&](size_t write) {
    const Event& event = graph.events()[write];
    if (event.location == kNoLocation) return;
    OpenLocation& location = locations.try_emplace(event.location, OpenLocation{EventSet(graph.size())}).first->second;
    location.writes.set(write);
    if (event.thread != kInitThread) return;
    location.initial = static_cast<EventId>(write);
    location.has_initial = true;
  });
  std::vector<OpenLocation> open;
  for (auto& [number, location] : locations) open.push_back(std::move(location));
  return open;
}

}  // namespace

CoherenceSource coherence_source(const Model& model) {
  const std::optional<cat::StoreOrderShape> shape = cat::store_order_shape(model.program);
  if (!shape) return CoherenceSource::chosen;
  return shape->interleaves() ? CoherenceSource::interleaving : CoherenceSource::derived;
}

std::unique_ptr<Consistency> consistency_of(const Model& model, Budget* budget) {
  if (std::optional<cat::StoreOrderShape> shape = cat::store_order_shape(model.program))
    return std::make_unique<StoreOrder>(model, std::move(*shape), budget);
  return std::make_unique<Consistency>(model, budget);
}

Consistency::Consistency(const Model& model, Budget* budget)
    : model_(model), budget_(budget), evaluator_(model.program) {
  evaluator_.set_budget(budget);
}

bool Consistency::allows(const ExecutionGraph& graph) {
  if (evaluator_.failing_checks(graph).empty()) return true;
  // The model has choices of its own, and the evaluator made one of them.
  return evaluator_.took_one_of_several() && find_coherence(graph);
}

bool Consistency::find_coherence(const ExecutionGraph& graph) {
  if (!evaluator_.bind(graph) || !evaluator_.complete_rf(*graph.find_relation("rf"))) return false;
  return !evaluator_.for_each_completion(open_locations(graph), [&] {
    coherence_ = evaluator_.co();
    return false;
  });
}

std::vector<Reason> Consistency::violations_of_rf(const ExecutionGraph& graph, size_t /*limit*/) {
  if (find_coherence(graph)) return {};
  // Enumeration finds no order and gives no smaller reason than all reads-from edges.
  Reason reason;
  reason.axiom = "coherence";
  reason.by_absence = reason.by_events = true;
  graph.find_relation("rf")->for_each([&](size_t write, size_t read) {
    reason.edges.push_back({static_cast<EventId>(write), static_cast<EventId>(read), "rf"});
  });
  return {std::move(reason)};
}

std::unique_ptr<GrowingGraph> Consistency::grow(const ExecutionGraph& graph) {
  return std::make_unique<GrowingEvaluation>(*this, model_.program, graph);
}

void Consistency::each_coherence(const ExecutionGraph& graph, const std::function<bool(const Relation& co)>& visit) {
  const std::unique_ptr<GrowingGraph> growing = grow(graph);
  graph.find_relation("rf")->for_each([&](size_t write, size_t read) {
    if (growing->possible()) growing->add_rf(static_cast<EventId>(write), static_cast<EventId>(read));
  });
  memory::each_coherence(*growing, graph, visit);
}

bool Consistency::violated(const ExecutionGraph& graph, const Relation& rf, const Relation& co, const Op& check) {
  ExecutionGraph reduced = graph;
  reduced.relation("rf") = rf;
  reduced.relation("co") = co;
  reduced.derive_communication();
  for (const Op* op : evaluator_.failing_checks(reduced))
    if (op == &check) return true;
  return false;
}

// Explains one violation of a check that fails on the graph evaluated last.
void Consistency::explain(const Op& op, cat::Explainer& explainer, std::vector<NamedEdge>& cycle) {
  const Value v = evaluator_.evaluate(*op.check.expr);
  const auto add = [&](EventId a, EventId b) {
    for (NamedEdge& e : explainer.named_path(*op.check.expr, a, b)) cycle.push_back(std::move(e));
    explainer.explain(*op.check.expr, a, b);
  };
  if (!op.check.negated && v.kind() == Value::Kind::relation) {
    const Relation& r = v.as_relation();
    if (op.check.kind == CheckKind::acyclic) {
      const std::vector<EventId> events = shortest_cycle(r);
      for (size_t i = 0; i + 1 < events.size(); ++i) add(events[i], events[i + 1]);
    } else {
      bool found = false;
      r.for_each([&](size_t i, size_t j) {
        if (found || (op.check.kind == CheckKind::irreflexive && i != j)) return;
        found = true;
        add(static_cast<EventId>(i), static_cast<EventId>(j));
      });
    }
  } else if (!op.check.negated && v.kind() == Value::Kind::set) {
    bool found = false;
    v.as_set().for_each([&](size_t i) {
      if (!found) explainer.explain_member(*op.check.expr, static_cast<EventId>(i));
      found = true;
    });
  }
}

std::optional<Reason> Consistency::violation(const ExecutionGraph& graph) {
  const std::vector<const Op*> failing = evaluator_.failing_checks(graph);
  if (failing.empty()) return std::nullopt;
  const Op& op = *failing[0];
  Reason reason;
  reason.axiom = op.check.name;
  reason.kind = op.check.kind;
  cat::Explainer explainer(evaluator_);
  explain(op, explainer, reason.cycle);

  // Keep the explanation's choices if they suffice, else start from all; then drop what is not needed.
  const Relation &rf = *graph.find_relation("rf"), &co = *graph.find_relation("co");
  Relation kept_rf(graph.size()), kept_co(graph.size());
  for (const NamedEdge& e : explainer.edges()) {
    if (e.relation == "rf" && rf.test(e.from, e.to)) kept_rf.set(e.from, e.to);
    // By whatever name the model has chosen for it.
    if (e.relation != "rf" && e.relation != "po" && co.test(e.from, e.to)) kept_co.set(e.from, e.to);
  }
  uint32_t down = op.dependence.down;
  if (graph.find_set("FW") == nullptr) down &= ~(uint32_t{1} << cat::kChoiceFinals);  // no graph of this kind has any
  reason.by_absence = (down & ~(cat::kOtherEvents | cat::kDataFlow)) != 0 || op.check.negated;
  reason.by_events = down != 0 || op.check.negated;
  if (reason.by_absence || !violated(graph, kept_rf, kept_co, op)) {
    kept_rf = rf;
    kept_co = co;
  }
  for (Relation* kept : {&kept_co, &kept_rf}) {
    if (reason.by_absence) break;
    const Relation all = *kept;
    all.for_each([&](size_t i, size_t j) {
      kept->reset(i, j);
      if (!violated(graph, kept_rf, kept_co, op)) kept->set(i, j);
    });
  }
  // The edges that are left may violate the axiom by another cycle than the one explained above, through other
  // events.
  ExecutionGraph reduced = graph;
  reduced.relation("rf") = kept_rf;
  reduced.relation("co") = kept_co;
  reduced.derive_communication();
  evaluator_.failing_checks(reduced);
  cat::Explainer final_way(evaluator_);
  std::vector<NamedEdge> cycle;
  explain(op, final_way, cycle);
  for (const NamedEdge& e : final_way.edges())
    if (e.relation != "rf" && e.relation != "co" && e.relation != "mo") reason.edges.push_back(e);
  const auto put = [&](const char* name) {
    return [&reason, name](size_t i, size_t j) {
      reason.edges.push_back({static_cast<EventId>(i), static_cast<EventId>(j), name});
    };
  };
  kept_rf.for_each(put("rf"));
  kept_co.for_each(put("co"));
  if (!reason.by_events) complete(reduced, op, reason);
  std::sort(reason.edges.begin(), reason.edges.end());
  return reason;
}

bool Consistency::violated_by(const ExecutionGraph& graph, const std::set<EventId>& events,
                              const std::set<NamedEdge>& edges, const Op& check) {
  const std::vector<const Op*> failing = evaluator_.failing_checks(part_named(graph, events, edges).graph);
  return std::ranges::find(failing, &check) != failing.end();
}

// The explainer walks along the expressions that it knows, and says nothing where there are others (functions that functions
// are given, local recursion, what is taken away twice). So the reason is tried: what it names must violate the check by itself.
// Where it does not, it gets all other events and dependencies without which that is so.
void Consistency::complete(const ExecutionGraph& graph, const Op& check, Reason& reason) {
  std::set<NamedEdge> edges(reason.edges.begin(), reason.edges.end());
  std::set<EventId> events;
  for (const NamedEdge& edge : edges) events.insert({edge.from, edge.to});
  if (violated_by(graph, events, edges, check)) return;
  const std::set<EventId> told = events;
  for (EventId event = 0; event < graph.size(); ++event) events.insert(event);
  for (const char* name : {"addr", "data", "ctrl"})
    if (const Relation* all = graph.find_relation(name))
      all->for_each(
          [&](size_t from, size_t to) { edges.insert({static_cast<EventId>(from), static_cast<EventId>(to), name}); });
  for (EventId event = 0; event < graph.size(); ++event) {
    if (told.contains(event)) continue;
    std::set<EventId> fewer = events;
    std::set<NamedEdge> among = edges;
    fewer.erase(event);
    std::erase_if(among, [&](const NamedEdge& edge) { return edge.from == event || edge.to == event; });
    if (!violated_by(graph, fewer, among, check)) continue;
    events = std::move(fewer);
    edges = std::move(among);
  }
  reason.events.assign(events.begin(), events.end());
  reason.edges.assign(edges.begin(), edges.end());
}

}  // namespace fencepost::memory
