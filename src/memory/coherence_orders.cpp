#include "memory/coherence_orders.h"

#include <map>

namespace fencepost::memory {

CoherenceOrders::CoherenceOrders(const cat::StoreOrderShape& shape, const ExecutionGraph& graph, const FixedPart& fixed,
                                 const std::vector<EventId>& source)
    : shape_(shape), fixed_(fixed), source_(source), readers_(graph.size()) {
  std::map<uint32_t, std::vector<EventId>> by_location;
  for (EventId i = 0; i < graph.size(); ++i) {
    thread_.push_back(graph.events()[i].thread);
    if (source[i] != kNoEvent) readers_[source[i]].push_back(i);
  }
  graph.find_set("W")->for_each([&](size_t w) {
    const uint32_t location = graph.events()[w].location;
    if (location != kNoLocation) by_location[location].push_back(static_cast<EventId>(w));
  });
  state_.co = Relation(graph.size());
  for (const FixedOrder& order : fixed.orders) {
    possible_ = possible_ && order.acyclic();
    state_.reach.push_back(order.between_nodes().closure());
  }
  for (EventId r = 0; r < source.size() && possible_; ++r)
    for (uint32_t k = 0; k < shape.orders.size() && source[r] != kNoEvent; ++k)
      if (covers(shape.orders[k].rf, source[r], r)) possible_ = possible_ && add_edge(k, source[r], r);
  for (auto& [location, writes] : by_location) {
    for (EventId a : writes)
      for (EventId b : writes)
        if (thread_[a] == kInitThread && thread_[b] != kInitThread) possible_ = possible_ && order(a, b);
    for (size_t j = 0; j < writes.size(); ++j)
      for (size_t i = 0; i < j; ++i) pairs_.emplace_back(writes[i], writes[j]);
    writes_.push_back(std::move(writes));
  }
}

bool CoherenceOrders::covers(const cat::Part& part, EventId a, EventId b) const {
  const bool internal = a == b || (thread_[a] == thread_[b] && thread_[a] != kInitThread);
  return internal ? part.internal : part.external;
}

bool CoherenceOrders::add_edge(uint32_t axiom, EventId from, EventId to) {
  const FixedOrder& fixed = fixed_.orders[axiom];
  const EventId a = fixed.node(from), b = fixed.node(to);
  Relation& reach = state_.reach[axiom];
  if (a == b || reach.test(a, b)) return true;  // an edge inside a section is nothing
  if (reach.test(b, a)) return false;
  const uint64_t* later = reach.row(b);
  for (size_t x = 0; x < reach.size(); ++x) {
    if (x != a && !reach.test(x, a)) continue;
    uint64_t* row = reach.row(x);
    for (size_t word = 0; word < reach.stride(); ++word) row[word] |= later[word];
    reach.set(x, b);
  }
  return true;
}

// What one new pair of coherence means for the axioms; further pairs that it forces are added to `forced`.
bool CoherenceOrders::follows(EventId a, EventId b, std::vector<std::pair<EventId, EventId>>& forced) {
  for (uint32_t k = 0; k < shape_.orders.size(); ++k) {
    const cat::OrderAxiom& axiom = shape_.orders[k];
    if (covers(axiom.co, a, b) && !add_edge(k, a, b)) return false;
    for (EventId r : readers_[a])
      if (r != b && covers(axiom.fr, r, b) && !add_edge(k, r, b)) return false;
  }
  for (size_t j = 0; j < shape_.atomic.size(); ++j)
    for (const auto& [r, half] : fixed_.pairs[j]) {
      const EventId w = source_[r];
      const cat::AtomicAxiom& axiom = shape_.atomic[j];
      if (w == kNoEvent || w == half) continue;
      if (a == w && b != half && b != r && covers(axiom.fr, r, b) && covers(axiom.co, b, half))
        forced.emplace_back(half, b);
      if (b == half && a != w && a != r && covers(axiom.fr, r, a) && covers(axiom.co, a, half))
        forced.emplace_back(a, w);
    }
  return true;
}

bool CoherenceOrders::order(EventId a, EventId b) {
  std::vector<std::pair<EventId, EventId>> todo = {{a, b}};
  while (!todo.empty()) {
    const auto [first, second] = todo.back();
    todo.pop_back();
    Relation& co = state_.co;
    if (first == second || co.test(second, first)) return false;
    if (co.test(first, second)) continue;
    std::vector<EventId> before = {first}, after = {second};
    for (EventId x = 0; x < co.size(); ++x)
      if (co.test(x, first)) before.push_back(x);
    co.for_each_in_row(second, [&](size_t y) { after.push_back(static_cast<EventId>(y)); });
    for (EventId x : before)
      for (EventId y : after) {
        if (co.test(x, y)) continue;
        co.set(x, y);
        if (!follows(x, y, todo)) return false;
      }
  }
  return true;
}

bool CoherenceOrders::search(size_t next, const Visit& visit) {
  while (next < pairs_.size() && (state_.co.test(pairs_[next].first, pairs_[next].second) ||
                                  state_.co.test(pairs_[next].second, pairs_[next].first)))
    ++next;
  if (next == pairs_.size()) return visit(state_.co);
  const auto [a, b] = pairs_[next];
  const State saved = state_;
  if (order(a, b) && !search(next + 1, visit)) return false;
  state_ = saved;
  return !order(b, a) || search(next + 1, visit);
}

void CoherenceOrders::each(const Visit& visit) {
  if (possible_) search(0, visit);
}

}  // namespace fencepost::memory
