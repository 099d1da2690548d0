#include "memory/coherence_order.h"

#include <bit>

namespace fencepost::memory {

CoherenceOrder::CoherenceOrder(const ExecutionGraph& graph) : where_(graph.size()), out_(graph.size()) {
  if (const EventSet* writes = graph.find_set("W"))
    writes->for_each([&](size_t w) {
      const uint32_t location = graph.events()[w].location;
      if (location == kNoLocation) return;
      if (locations_.size() <= location) locations_.resize(location + 1);
      where_[w] = {location, static_cast<uint32_t>(locations_[location].writes.size())};
      locations_[location].writes.push_back(static_cast<EventId>(w));
    });
  size_t first = 0;
  for (Location& p : locations_) {
    p.first = first;
    p.words = BitSet::words(p.writes.size());
    first += p.words * p.writes.size();
  }
  bits_.resize(first);
}

std::span<const uint64_t> CoherenceOrder::row(EventId a) const {
  const Location& p = locations_[where_[a].location];
  return {bits_.data() + p.first + p.words * where_[a].index, p.words};
}

size_t CoherenceOrder::open(size_t location) const {
  const Location& p = locations_[location];
  size_t known = 0;
  for (size_t k = 0; k < p.words * p.writes.size(); ++k)
    known += static_cast<size_t>(std::popcount(bits_[p.first + k]));
  return p.writes.size() * (p.writes.size() - (p.writes.empty() ? 0 : 1)) / 2 - known;
}

void CoherenceOrder::add(EventId a, EventId b, uint32_t label) {
  out_[a].push_back({b, label, a, b});
  added_.push_back(a);
  const Location& p = locations_[where_[a].location];
  uint64_t* rows = bits_.data() + p.first;
  const uint32_t ia = where_[a].index, ib = where_[b].index;
  const uint64_t* after = rows + p.words * ib;
  for (size_t i = 0; i < p.writes.size(); ++i) {
    uint64_t* at = rows + p.words * i;
    if (i != ia && ((at[ia / 64] >> (ia % 64)) & 1) == 0) continue;
    for (size_t k = 0; k < p.words; ++k) at[k] |= after[k];
    at[ib / 64] |= uint64_t{1} << (ib % 64);
  }
}

std::vector<OrderEdge> CoherenceOrder::path(EventId a, EventId b, uint32_t limit,
                                            std::span<const uint32_t> weights) const {
  std::vector<OrderEdge> path;
  for (const OrderSuccessor& s : lightest_path(out_, a, b, limit, weights, [&](EventId i) { return before(i, b); }))
    path.push_back({s.from, s.to, s.label});
  return path;
}

std::vector<EventId> CoherenceOrder::sorted(size_t location) const {
  std::vector<std::pair<size_t, EventId>> counted;
  for (EventId w : locations_[location].writes) {
    size_t after = 0;
    for (uint64_t word : row(w)) after += static_cast<size_t>(std::popcount(word));
    counted.emplace_back(after, w);
  }
  // The order is transitive: a write that is before another has more successors.
  std::stable_sort(counted.begin(), counted.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
  std::vector<EventId> order;
  for (const auto& [after, w] : counted) order.push_back(w);
  return order;
}

void CoherenceOrder::undo(const Mark& mark) {
  bits_ = mark.bits;
  while (added_.size() > mark.added) {
    out_[added_.back()].pop_back();
    added_.pop_back();
  }
}

}  // namespace fencepost::memory
