#include "memory/store_order.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "memory/cycle.h"
#include "memory/growing_store_order.h"

namespace fencepost::memory {

namespace {

using cat::NamedEdge;

// Are the premises of a among those of b? Then b is redundant.
bool within(const Reason& a, const Reason& b) {
  if (!std::includes(b.edges.begin(), b.edges.end(), a.edges.begin(), a.edges.end())) return false;
  return std::all_of(a.events.begin(), a.events.end(), [&](EventId e) {
    return std::binary_search(b.events.begin(), b.events.end(), e) ||
           std::any_of(b.edges.begin(), b.edges.end(), [&](const NamedEdge& r) { return r.from == e || r.to == e; });
  });
}

std::vector<EventId> sources(const ExecutionGraph& graph) {
  std::vector<EventId> source(graph.size(), kNoEvent);
  if (const Relation* rf = graph.find_relation("rf"))
    rf->for_each([&](size_t w, size_t r) {
      FP_CHECK_MSG(source[r] == kNoEvent, "a read takes two writes");
      source[r] = static_cast<EventId>(w);
    });
  return source;
}

std::vector<Conflict> fixed_conflicts(const FixedPart& fixed) {
  std::vector<Conflict> conflicts;
  for (uint32_t k = 0; k < fixed.orders.size(); ++k) {
    const FixedOrder& order = fixed.orders[k];
    if (order.acyclic()) continue;
    Conflict conflict;
    conflict.axiom = k;
    const std::vector<EventId> nodes = shortest_cycle(order.between_nodes());
    for (size_t i = 0; i + 1 < nodes.size(); ++i) {
      const OrderEdge edge = order.between(nodes[i], nodes[i + 1]);
      conflict.premises.push_back({Premise::Kind::fixed, k, edge.from, edge.to});
    }
    conflicts.push_back(std::move(conflict));
  }
  return conflicts;
}

Relation total_order(const std::vector<std::vector<EventId>>& locations, size_t size) {
  Relation co(size);
  for (const auto& writes : locations)
    for (size_t i = 0; i < writes.size(); ++i)
      for (size_t j = i + 1; j < writes.size(); ++j) co.set(writes[i], writes[j]);
  return co;
}

}  // namespace

StoreOrder::StoreOrder(const Model& model, cat::StoreOrderShape shape, Budget* budget)
    : Consistency(model, budget), shape_(std::move(shape)) {}

FixedPart StoreOrder::fixed_part(const ExecutionGraph& graph) {
  evaluator_.bind(graph);
  FixedPart fixed;
  for (const cat::OrderAxiom& axiom : shape_.orders) {
    Relation r(graph.size());
    for (const cat::Expr* e : axiom.fixed)
      if (const cat::Value v = evaluator_.evaluate(*e); v.kind() == cat::Value::Kind::relation) r |= v.as_relation();
    fixed.orders.emplace_back(std::move(r), axiom.over_sections ? graph.find_relation("section") : nullptr);
  }
  for (const cat::AtomicAxiom& axiom : shape_.atomic) {
    auto& pairs = fixed.pairs.emplace_back();
    if (const cat::Value v = evaluator_.evaluate(*axiom.pairs); v.kind() == cat::Value::Kind::relation)
      v.as_relation().for_each([&](size_t r, size_t w) { pairs.emplace_back(r, w); });
  }
  return fixed;
}

std::unique_ptr<GrowingGraph> StoreOrder::grow(const ExecutionGraph& graph) {
  return std::make_unique<GrowingStoreOrder>(shape_, graph, fixed_part(graph));
}

std::vector<Reason> StoreOrder::violations_of_rf(const ExecutionGraph& graph, size_t limit) {
  const FixedPart fixed = fixed_part(graph);
  const std::vector<EventId> source = sources(graph);
  std::vector<Conflict> conflicts = fixed_conflicts(fixed);
  if (conflicts.empty()) {
    CoherenceSearch search(shape_, graph, fixed, source, budget_);
    conflicts = search.run(limit);
    if (conflicts.empty()) coherence_ = total_order(search.coherence(), graph.size());
  }
  cat::Support support(evaluator_);
  std::vector<Reason> all;
  for (const Conflict& conflict : conflicts) all.push_back(reason_of(conflict, support));
  std::stable_sort(all.begin(), all.end(), [](const Reason& a, const Reason& b) {
    return std::pair(a.edges.size(), a.events.size()) < std::pair(b.edges.size(), b.events.size());
  });
  std::vector<Reason> kept;
  for (Reason& reason : all) {
    if (kept.size() == limit) break;
    if (std::none_of(kept.begin(), kept.end(), [&](const Reason& other) { return within(other, reason); }))
      kept.push_back(std::move(reason));
  }
  return kept;
}

Reason StoreOrder::reason_of(const Conflict& conflict, cat::Support& support) const {
  Reason reason;
  reason.axiom = conflict.atomic ? shape_.atomic[conflict.axiom].name : shape_.orders[conflict.axiom].name;
  reason.kind = conflict.atomic ? cat::CheckKind::empty : cat::CheckKind::acyclic;
  std::set<EventId> events;
  for (const Premise& p : conflict.premises) {
    if (p.kind == Premise::Kind::rf) {
      reason.edges.push_back({p.from, p.to, "rf"});
      continue;
    }
    events.insert(p.from);
    events.insert(p.to);
    if (p.kind == Premise::Kind::pair) support.pair(*shape_.atomic[p.axiom].pairs, p.from, p.to, events);
    if (p.kind == Premise::Kind::fixed)
      for (const cat::Expr* e : shape_.orders[p.axiom].fixed)
        if (support.holds(*e, p.from, p.to)) {
          support.pair(*e, p.from, p.to, events);
          break;
        }
  }
  for (const NamedEdge& edge : reason.edges) {
    events.erase(edge.from);
    events.erase(edge.to);
  }
  reason.events.assign(events.begin(), events.end());
  return reason;
}

}  // namespace fencepost::memory
