#include "memory/store_order.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "memory/coherence_orders.h"
#include "memory/cycle.h"

namespace fencepost::memory {

namespace {

using cat::NamedEdge;

// a's premises are among b's: b says nothing new.
bool within(const OrderReason& a, const OrderReason& b) {
  if (!std::includes(b.rf.begin(), b.rf.end(), a.rf.begin(), a.rf.end())) return false;
  return std::all_of(a.events.begin(), a.events.end(), [&](EventId e) {
    return std::binary_search(b.events.begin(), b.events.end(), e) ||
           std::any_of(b.rf.begin(), b.rf.end(), [&](const auto& p) { return p.first == e || p.second == e; });
  });
}

}  // namespace

StoreOrder::StoreOrder(std::shared_ptr<const Model> model, cat::StoreOrderShape shape)
    : model_(std::move(model)), shape_(std::move(shape)), evaluator_(model_->program) {}

std::optional<StoreOrder> StoreOrder::of(std::shared_ptr<const Model> model) {
  std::optional<cat::StoreOrderShape> shape = cat::store_order_shape(model->program);
  if (!shape) return std::nullopt;
  return StoreOrder(std::move(model), std::move(*shape));
}

void StoreOrder::bind(const ExecutionGraph& graph) {
  const size_t n = size_ = graph.size();
  evaluator_.bind(graph);
  fixed_ = {};
  for (const cat::OrderAxiom& axiom : shape_.orders) {
    Relation r(n);
    for (const cat::Expr* e : axiom.fixed)
      if (const cat::Value v = evaluator_.evaluate(*e); v.kind() == cat::Value::Kind::relation) r |= v.as_relation();
    fixed_.orders.emplace_back(std::move(r), axiom.over_sections ? graph.find_relation("section") : nullptr);
  }
  for (const cat::AtomicAxiom& axiom : shape_.atomic) {
    auto& pairs = fixed_.pairs.emplace_back();
    if (const cat::Value v = evaluator_.evaluate(*axiom.pairs); v.kind() == cat::Value::Kind::relation)
      v.as_relation().for_each([&](size_t r, size_t w) { pairs.emplace_back(r, w); });
  }
  source_.assign(n, kNoEvent);
  if (const Relation* rf = graph.find_relation("rf"))
    rf->for_each([&](size_t w, size_t r) {
      FP_CHECK_MSG(source_[r] == kNoEvent, "a read takes two writes");
      source_[r] = static_cast<EventId>(w);
    });
}

std::vector<Conflict> StoreOrder::fixed_conflicts() const {
  std::vector<Conflict> conflicts;
  for (uint32_t k = 0; k < fixed_.orders.size(); ++k) {
    const FixedOrder& order = fixed_.orders[k];
    if (order.acyclic()) continue;
    Conflict conflict;
    conflict.axiom = k;
    const std::vector<EventId> nodes = shortest_cycle(order.between_nodes());
    std::vector<OrderEdge> edges;
    for (size_t i = 0; i + 1 < nodes.size(); ++i) edges.push_back(order.between(nodes[i], nodes[i + 1]));
    for (size_t i = 0; i < edges.size(); ++i) {
      conflict.cycle.push_back({edges[i].from, edges[i].to, nullptr});
      conflict.premises.push_back({Premise::Kind::fixed, k, edges[i].from, edges[i].to});
      if (const EventId next = edges[(i + 1) % edges.size()].from; next != edges[i].to)
        conflict.cycle.push_back({edges[i].to, next, "section"});
    }
    conflicts.push_back(std::move(conflict));
  }
  return conflicts;
}

std::vector<Conflict> StoreOrder::run(const ExecutionGraph& graph, const std::vector<EventId>& source, size_t limit) {
  std::vector<Conflict> conflicts = fixed_conflicts();
  if (!conflicts.empty()) return conflicts;
  CoherenceSearch search(shape_, graph, fixed_, source, budget_);
  conflicts = search.run(limit);
  if (conflicts.empty()) coherence_ = search.coherence();
  return conflicts;
}

Relation StoreOrder::co() const {
  Relation co(size_);
  for (const auto& writes : coherence_)
    for (size_t i = 0; i < writes.size(); ++i)
      for (size_t j = i + 1; j < writes.size(); ++j) co.set(writes[i], writes[j]);
  return co;
}

void StoreOrder::each_coherence(const ExecutionGraph& graph,
                                const std::function<bool(const Relation& co)>& visit) const {
  FP_CHECK(size_ == graph.size());
  CoherenceOrders(shape_, graph, fixed_, source_).each(visit);
}

std::vector<OrderReason> StoreOrder::violations(const ExecutionGraph& graph, size_t limit) {
  bind(graph);
  std::vector<Conflict> conflicts = run(graph, source_, limit);
  cat::Support support(evaluator_);
  std::vector<OrderReason> all;
  for (const Conflict& conflict : conflicts) all.push_back(reason_of(conflict, support));
  std::stable_sort(all.begin(), all.end(), [](const OrderReason& a, const OrderReason& b) {
    return std::pair(a.rf.size(), a.events.size()) < std::pair(b.rf.size(), b.events.size());
  });
  std::vector<OrderReason> kept;
  for (OrderReason& reason : all) {
    if (kept.size() == limit) break;
    if (std::none_of(kept.begin(), kept.end(), [&](const OrderReason& other) { return within(other, reason); }))
      kept.push_back(std::move(reason));
  }
  return kept;
}

const cat::Expr* StoreOrder::fixed_expr(uint32_t axiom, EventId from, EventId to, cat::Support& support) const {
  for (const cat::Expr* e : shape_.orders[axiom].fixed)
    if (support.holds(*e, from, to)) return e;
  return nullptr;
}

OrderReason StoreOrder::reason_of(const Conflict& conflict, cat::Support& support) const {
  OrderReason reason;
  reason.axiom = conflict.atomic ? shape_.atomic[conflict.axiom].name : shape_.orders[conflict.axiom].name;
  std::set<EventId> events;
  for (const Premise& p : conflict.premises) {
    if (p.kind == Premise::Kind::rf) {
      reason.rf.emplace_back(p.from, p.to);
      continue;
    }
    events.insert(p.from);
    events.insert(p.to);
    if (p.kind == Premise::Kind::pair) support.pair(*shape_.atomic[p.axiom].pairs, p.from, p.to, events);
    if (p.kind == Premise::Kind::fixed)
      if (const cat::Expr* e = fixed_expr(p.axiom, p.from, p.to, support)) support.pair(*e, p.from, p.to, events);
  }
  for (const auto& [w, r] : reason.rf) {
    events.erase(w);
    events.erase(r);
  }
  reason.events.assign(events.begin(), events.end());
  return reason;
}

std::optional<Reason> StoreOrder::violation(const ExecutionGraph& graph) {
  bind(graph);
  std::vector<Conflict> conflicts = run(graph, source_, 1);
  if (conflicts.empty()) return std::nullopt;

  // Leave out one reads-from edge after another; a conflict without it brings its own, smaller reason.
  Conflict conflict = std::move(conflicts.front());
  std::set<EventId> needed;
  for (bool smaller = true; smaller;) {
    smaller = false;
    std::vector<EventId> kept(size_, kNoEvent);
    for (const Premise& p : conflict.premises)
      if (p.kind == Premise::Kind::rf) kept[p.to] = p.from;
    for (EventId r = 0; r < size_ && !smaller; ++r) {
      if (kept[r] == kNoEvent || needed.contains(r)) continue;
      std::vector<EventId> fewer = kept;
      fewer[r] = kNoEvent;
      std::vector<Conflict> without = run(graph, fewer, 1);
      smaller = !without.empty();
      if (smaller)
        conflict = std::move(without.front());
      else
        needed.insert(r);
    }
  }
  return explained(conflict);
}

Reason StoreOrder::explained(const Conflict& conflict) {
  Reason reason;
  reason.axiom = conflict.atomic ? shape_.atomic[conflict.axiom].name : shape_.orders[conflict.axiom].name;
  reason.kind = conflict.atomic ? cat::CheckKind::empty : cat::CheckKind::acyclic;
  cat::Explainer explainer(evaluator_);
  cat::Support support(evaluator_);
  std::set<NamedEdge> edges;
  for (const Premise& p : conflict.premises) {
    if (p.kind == Premise::Kind::rf) edges.insert({p.from, p.to, "rf"});
    if (p.kind == Premise::Kind::initial) edges.insert({p.from, p.to, "co"});
    if (p.kind == Premise::Kind::pair) explainer.explain(*shape_.atomic[p.axiom].pairs, p.from, p.to);
    if (p.kind == Premise::Kind::fixed)
      if (const cat::Expr* e = fixed_expr(p.axiom, p.from, p.to, support)) explainer.explain(*e, p.from, p.to);
  }
  edges.insert(explainer.edges().begin(), explainer.edges().end());
  reason.edges.assign(edges.begin(), edges.end());
  for (const Conflict::Step& step : conflict.cycle) {
    const cat::Expr* e = step.relation == nullptr ? fixed_expr(conflict.axiom, step.from, step.to, support) : nullptr;
    if (e == nullptr)
      reason.cycle.push_back({step.from, step.to, step.relation == nullptr ? "ordered" : step.relation});
    else
      for (NamedEdge& named : explainer.named_path(*e, step.from, step.to)) reason.cycle.push_back(std::move(named));
  }
  return reason;
}

}  // namespace fencepost::memory
