#include "memory/order_graph.h"

#include <algorithm>
#include <deque>

#include "base/check.h"

namespace fencepost::memory {

OrderGraph::OrderGraph(const Relation& fixed) : OrderGraph(fixed.size()) {
  const size_t n = fixed.size();
  std::vector<uint32_t> pending(n);
  fixed.for_each([&](size_t, size_t j) { ++pending[j]; });
  std::vector<EventId> order, place(n);
  for (EventId i = 0; i < n; ++i)
    if (pending[i] == 0) order.push_back(i);
  for (size_t at = 0; at < order.size(); ++at) {
    place[order[at]] = static_cast<EventId>(at);
    fixed.for_each_in_row(order[at], [&](size_t j) {
      if (--pending[j] == 0) order.push_back(static_cast<EventId>(j));
    });
  }
  FP_CHECK_MSG(order.size() == n, "the fixed edges of an order graph form a cycle");

  // Successors in topological order: one that is already reached adds nothing.
  for (size_t at = n; at-- > 0;) {
    const EventId i = order[at];
    std::vector<EventId> next;
    fixed.for_each_in_row(i, [&](size_t j) { next.push_back(static_cast<EventId>(j)); });
    std::sort(next.begin(), next.end(), [&](EventId a, EventId b) { return place[a] < place[b]; });
    for (EventId j : next) {
      if (reach_.test(i, j)) continue;
      out_[i].push_back({j, kFixed});
      for (size_t k = 0; k < reach_.stride(); ++k) reach_.row(i)[k] |= reach_.row(j)[k];
      reach_.set(i, j);
    }
  }
}

bool OrderGraph::add(EventId from, EventId to, uint32_t label) {
  if (closes_cycle(from, to)) return false;
  added_.push_back({from, saved_rows_.size()});
  out_[from].push_back({to, label});
  if (reaches(from, to)) return true;
  const size_t stride = reach_.stride();
  for (EventId i = 0; i < size(); ++i) {
    if ((i != from && !reach_.test(i, from)) || reach_.test(i, to)) continue;
    uint64_t* row = reach_.row(i);
    saved_rows_.push_back(i);
    saved_words_.insert(saved_words_.end(), row, row + stride);
    for (size_t k = 0; k < stride; ++k) row[k] |= reach_.row(to)[k];
    reach_.set(i, to);
  }
  return true;
}

std::vector<OrderEdge> OrderGraph::path(EventId from, EventId to) const {
  if (!reaches(from, to)) return {};
  std::vector<OrderEdge> came(size());
  std::vector<char> seen(size());
  std::deque<EventId> queue = {from};
  while (!seen[to]) {
    const EventId at = queue.front();
    queue.pop_front();
    for (const Successor& s : out_[at]) {
      if (seen[s.to] || (s.to != to && !reaches(s.to, to))) continue;
      seen[s.to] = 1;
      came[s.to] = {at, s.to, s.label};
      queue.push_back(s.to);
    }
  }
  std::vector<OrderEdge> edges;
  for (EventId at = to; at != from; at = came[at].from) edges.push_back(came[at]);
  std::reverse(edges.begin(), edges.end());
  return edges;
}

void OrderGraph::undo(size_t mark) {
  const size_t stride = reach_.stride();
  while (added_.size() > mark) {
    const Added last = added_.back();
    added_.pop_back();
    out_[last.from].pop_back();
    while (saved_rows_.size() > last.rows) {
      std::copy_n(saved_words_.end() - static_cast<long>(stride), stride, reach_.row(saved_rows_.back()));
      saved_words_.resize(saved_words_.size() - stride);
      saved_rows_.pop_back();
    }
  }
}

}  // namespace fencepost::memory
