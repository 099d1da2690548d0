#include "memory/growing_store_order.h"

#include <algorithm>

#include "base/check.h"

namespace fencepost::memory {

GrowingStoreOrder::GrowingStoreOrder(const cat::StoreOrderShape& shape, const ExecutionGraph& graph, FixedPart fixed)
    : shape_(shape),
      fixed_(std::move(fixed)),
      source_(graph.size(), kNoEvent),
      readers_(graph.size()),
      rf_(graph.size()),
      co_(graph.size()) {
  for (const Event& event : graph.events()) thread_.push_back(event.thread);
  bool is_possible = true;
  for (const FixedOrder& order : fixed_.orders) {
    is_possible = is_possible && order.acyclic();
    reach_.push_back(order.between_nodes().closure());
  }
  const EventSet& writes = *graph.find_set("W");
  writes.for_each([&](size_t a) {
    if (graph.events()[a].thread != kInitThread || graph.events()[a].location == kNoLocation) return;
    writes.for_each([&](size_t b) {
      if (graph.events()[b].thread != kInitThread && graph.events()[b].location == graph.events()[a].location)
        is_possible = is_possible && order({{static_cast<EventId>(a), static_cast<EventId>(b)}});
    });
  });
  trail_.clear();
  rows_.clear();
  if (!is_possible) refused_at_ = 0;
}

bool GrowingStoreOrder::covers(const cat::Part& part, EventId a, EventId b) const {
  const bool internal = a == b || (thread_[a] == thread_[b] && thread_[a] != kInitThread);
  return internal ? part.internal : part.external;
}

bool GrowingStoreOrder::add_edge(uint32_t axiom, EventId from, EventId to) {
  const FixedOrder& fixed = fixed_.orders[axiom];
  const EventId a = fixed.node(from), b = fixed.node(to);
  Relation& reach = reach_[axiom];
  if (a == b || reach.test(a, b)) return true;  // an edge inside a section is ignored
  if (reach.test(b, a)) return false;
  const uint64_t* later = reach.row(b);
  for (EventId x = 0; x < reach.size(); ++x) {
    if ((x != a && !reach.test(x, a)) || reach.test(x, b)) continue;
    uint64_t* row = reach.row(x);
    trail_.push_back({Change::Kind::reach, axiom, x});
    rows_.insert(rows_.end(), row, row + reach.stride());
    for (size_t word = 0; word < reach.stride(); ++word) row[word] |= later[word];
    reach.set(x, b);
  }
  return true;
}

// Adds the consequences of a new rf edge to the axioms' graphs, and the co pairs that it forces to `forced`.
bool GrowingStoreOrder::take(EventId write, EventId read, Pairs& forced) {
  for (uint32_t k = 0; k < shape_.orders.size(); ++k) {
    const cat::OrderAxiom& axiom = shape_.orders[k];
    if (covers(axiom.rf, write, read) && !add_edge(k, write, read)) return false;
    bool is_possible = true;
    co_.for_each_in_row(write, [&](size_t later) {
      const auto b = static_cast<EventId>(later);
      if (b != read && covers(axiom.fr, read, b)) is_possible = is_possible && add_edge(k, read, b);
    });
    if (!is_possible) return false;
  }
  for (size_t j = 0; j < shape_.atomic.size(); ++j)
    for (const auto& [r, half] : fixed_.pairs[j]) {
      if (r != read || write == half) continue;
      const cat::AtomicAxiom& axiom = shape_.atomic[j];
      for (EventId x = 0; x < co_.size(); ++x) {
        if (x == half || x == r || x == write || !covers(axiom.fr, r, x) || !covers(axiom.co, x, half)) continue;
        if (co_.test(write, x)) forced.emplace_back(half, x);
        if (co_.test(x, half)) forced.emplace_back(x, write);
      }
    }
  return true;
}

// Adds the consequences of a new co pair to the axioms' graphs, and further co pairs that it forces to `forced`.
bool GrowingStoreOrder::follows(EventId a, EventId b, Pairs& forced) {
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

bool GrowingStoreOrder::order(Pairs forced) {
  while (!forced.empty()) {
    const auto [first, second] = forced.back();
    forced.pop_back();
    if (first == second || co_.test(second, first)) return false;
    if (co_.test(first, second)) continue;
    for (const auto& [x, y] : closing_pairs(co_, first, second)) {
      co_.set(x, y);
      trail_.push_back({Change::Kind::co, x, y});
      if (!follows(x, y, forced)) return false;
    }
  }
  return true;
}

bool GrowingStoreOrder::outcome(bool is_possible) {
  if (is_possible) return true;
  trail_.push_back({Change::Kind::nothing});
  refused_at_ = trail_.size();
  return false;
}

bool GrowingStoreOrder::add_rf(EventId write, EventId read) {
  FP_CHECK(possible() && source_[read] == kNoEvent);
  rf_.set(write, read);
  source_[read] = write;
  readers_[write].push_back(read);
  trail_.push_back({Change::Kind::rf, write, read});
  Pairs forced;
  return outcome(take(write, read, forced) && order(std::move(forced)));
}

bool GrowingStoreOrder::add_co(EventId first, EventId second) {
  FP_CHECK(possible());
  return outcome(order({{first, second}}));
}

void GrowingStoreOrder::undo(size_t mark) {
  if (mark < refused_at_) refused_at_ = kNever;
  for (; trail_.size() > mark; trail_.pop_back()) {
    const auto [kind, from, to] = trail_.back();
    if (kind == Change::Kind::rf) {
      rf_.reset(from, to);
      source_[to] = kNoEvent;
      readers_[from].pop_back();
    } else if (kind == Change::Kind::co) {
      co_.reset(from, to);
    } else if (kind == Change::Kind::reach) {
      const auto first = rows_.end() - static_cast<std::ptrdiff_t>(reach_[from].stride());
      std::copy(first, rows_.end(), reach_[from].row(to));
      rows_.erase(first, rows_.end());
    }
  }
}

}  // namespace fencepost::memory
