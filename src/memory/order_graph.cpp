#include "memory/order_graph.h"

#include <algorithm>

#include "memory/lightest_path.h"

namespace fencepost::memory {

FixedOrder::FixedOrder(Relation edges, const Relation* section) : edges_(std::move(edges)), next_(edges_.size()) {
  if (section != nullptr && !section->none()) contract(*section);
  const std::vector<EventId> order = last_first();
  acyclic_ = order.size() == size();
  if (acyclic_) reduce(order);
}

void FixedOrder::contract(const Relation& section) {
  const size_t n = size();
  node_.resize(n);
  members_.resize(n);
  EventSet inside(n);
  for (EventId i = 0; i < n; ++i) {
    node_[i] = i;
    bool alone = true;
    section.for_each_in_row(i, [&](size_t j) {
      alone = false;
      node_[i] = std::min(node_[i], static_cast<EventId>(j));
    });
    if (!alone) inside.set(i);
    members_[node_[i]].push_back(i);
  }
  quotient_ = Relation(n);
  for (EventId i = 0; i < n; ++i) {
    uint64_t* row = quotient_.row(node_[i]);
    for (size_t k = 0; k < edges_.stride(); ++k) {
      row[k] |= edges_.row(i)[k] & ~inside.word(k);
      for (uint64_t bits = edges_.row(i)[k] & inside.word(k); bits != 0; bits &= bits - 1)
        if (const EventId to = node_[k * 64 + static_cast<size_t>(std::countr_zero(bits))]; to != node_[i])
          quotient_.set(node_[i], to);
    }
  }
}

std::span<const EventId> FixedOrder::members(const EventId& node) const {
  if (node_.empty()) return {&node, 1};
  return members_[node];
}

// Depth-first search. A row only loses candidates, so each row is scanned once, and the search is linear in the size
// of the matrix.
std::vector<EventId> FixedOrder::last_first() const {
  const Relation& edges = between_nodes();
  const size_t n = size(), stride = edges.stride();
  std::vector<uint64_t> open(stride, ~uint64_t{0}), above(stride);
  std::vector<EventId> order;
  std::vector<std::pair<EventId, size_t>> stack;
  const auto enter = [&](EventId i) {
    open[i / 64] &= ~(uint64_t{1} << (i % 64));
    above[i / 64] |= uint64_t{1} << (i % 64);
    stack.emplace_back(i, 0);
    for (size_t k = 0; k < stride; ++k)
      if ((edges.row(i)[k] & above[k]) != 0) return false;
    return true;
  };
  for (EventId start = 0; start < n; ++start) {
    if (((open[start / 64] >> (start % 64)) & 1) == 0) continue;
    if (!enter(start)) return {};
    while (!stack.empty()) {
      auto& [at, word] = stack.back();
      while (word < stride && (edges.row(at)[word] & open[word]) == 0) ++word;
      if (word < stride) {
        const uint64_t bits = edges.row(at)[word] & open[word];
        if (!enter(static_cast<EventId>(word * 64 + static_cast<size_t>(std::countr_zero(bits))))) return {};
      } else {
        above[at / 64] &= ~(uint64_t{1} << (at % 64));
        order.push_back(at);
        stack.pop_back();
      }
    }
  }
  return order;
}

void FixedOrder::reduce(const std::vector<EventId>& last_first) {
  const Relation& edges = between_nodes();
  Relation reach(size());
  const size_t stride = reach.stride();
  for (EventId i : last_first) {
    uint64_t* row = reach.row(i);
    for (size_t k = 0; k < stride; ++k)
      for (uint64_t bits; (bits = edges.row(i)[k] & ~row[k]) != 0;) {
        const size_t j = k * 64 + static_cast<size_t>(std::countr_zero(bits));
        next_[i].push_back(static_cast<EventId>(j));
        for (size_t w = 0; w < stride; ++w) row[w] |= reach.row(j)[w];
        reach.set(i, j);
      }
  }
}

OrderEdge FixedOrder::between(EventId from_node, EventId to_node) const {
  for (EventId a : members(from_node))
    for (EventId b : members(to_node))
      if (edges_.test(a, b)) return {a, b, OrderGraph::kFixed};
  return {from_node, to_node, OrderGraph::kFixed};
}

OrderGraph::OrderGraph(const FixedOrder& fixed) : fixed_(&fixed), out_(fixed.size()), reach_(fixed.size()) {
  for (EventId i = 0; i < fixed.size(); ++i) {
    out_[i].reserve(fixed.next(i).size() + 4);
    for (EventId j : fixed.next(i)) out_[i].push_back({j, kFixed, i, j});
  }
}

void OrderGraph::add(EventId from, EventId to, uint32_t label) {
  if (same_node(from, to)) return;
  const EventId a = fixed_->node(from), b = fixed_->node(to);
  out_[a].push_back({b, label, from, to});
  added_.emplace_back(a, b);
}

void OrderGraph::undo(size_t mark, uint32_t labels) {
  while (added_.size() > mark) {
    out_[added_.back().first].pop_back();
    added_.pop_back();
  }
  closed_ = std::min(closed_, labels);
  if (exact_ != kNever && exact_ > mark) {
    exact_ = kNever;
    if (remembered_at_ == mark) {
      std::swap(reach_, remembered_);
      exact_ = mark;
    }
    remembered_at_ = kNever;
  }
}

void OrderGraph::remember() {
  if (exact_ != added_.size()) return;
  remembered_ = reach_;
  remembered_at_ = exact_;
}

std::vector<EventId> OrderGraph::sorted(std::vector<uint32_t>& pending) const {
  const size_t n = out_.size();
  pending.assign(n, 0);
  for (const auto& successors : out_)
    for (const OrderSuccessor& s : successors) ++pending[s.node];
  std::vector<EventId> order;
  order.reserve(n);
  for (EventId i = 0; i < n; ++i)
    if (pending[i] == 0) order.push_back(i);
  for (size_t at = 0; at < order.size(); ++at)
    for (const OrderSuccessor& s : out_[order[at]])
      if (--pending[s.node] == 0) order.push_back(s.node);
  return order;
}

std::vector<EventId> OrderGraph::order() const {
  std::vector<uint32_t> pending;
  return sorted(pending);
}

bool OrderGraph::acyclic() const { return order().size() == out_.size(); }

bool OrderGraph::close(uint32_t labels) {
  const size_t few = out_.size() / 32;
  if (exact_ != kNever && added_.size() - exact_ <= few) {
    if (!insert_new()) {
      sorted(pending_);
      return false;
    }
    closed_ = labels;
    return true;
  }
  const std::vector<EventId> order = sorted(pending_);
  if (order.size() < out_.size()) return false;
  const size_t stride = reach_.stride();
  for (size_t at = order.size(); at-- > 0;) {
    const EventId i = order[at];
    uint64_t* row = reach_.row(i);
    std::fill_n(row, stride, uint64_t{0});
    for (const OrderSuccessor& s : out_[i]) {
      if (reach_.test(i, s.node)) continue;
      const uint64_t* more = reach_.row(s.node);
      for (size_t k = 0; k < stride; ++k) row[k] |= more[k];
      reach_.set(i, s.node);
    }
  }
  closed_ = labels;
  exact_ = added_.size();
  return true;
}

bool OrderGraph::insert_new() {
  const size_t stride = reach_.stride();
  for (; exact_ < added_.size(); ++exact_) {
    const auto [from, to] = added_[exact_];
    if (reach_.test(to, from)) {
      ++exact_;  // the closure is partly updated: an undo must not take it for the previous one
      return false;
    }
    if (reach_.test(from, to)) continue;
    const uint64_t* more = reach_.row(to);
    for (EventId i = 0; i < out_.size(); ++i) {
      if ((i != from && !reach_.test(i, from)) || reach_.test(i, to)) continue;
      uint64_t* row = reach_.row(i);
      for (size_t k = 0; k < stride; ++k) row[k] |= more[k];
      reach_.set(i, to);
    }
  }
  return true;
}

std::vector<OrderEdge> OrderGraph::path(EventId from, EventId to, uint32_t limit,
                                        std::span<const uint32_t> weights) const {
  const EventId end = fixed_->node(to);
  const bool known = limit <= closed_;
  const std::vector<OrderSuccessor> steps = lightest_path(out_, fixed_->node(from), end, limit, weights,
                                                          [&](EventId i) { return !known || reach_.test(i, end); });
  std::vector<OrderEdge> path;
  for (const OrderSuccessor& s : steps) {
    if (s.label != kFixed)
      path.push_back({s.from, s.to, s.label});
    else
      path.push_back(fixed_->between(fixed_->node(s.from), s.node));
  }
  std::vector<OrderEdge> merged;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i].label != kFixed) {
      merged.push_back(path[i]);
      continue;
    }
    size_t last = i;
    for (size_t j = i + 1; j < path.size() && path[j].label == kFixed; ++j)
      if (fixed_->edges().test(path[i].from, path[j].to)) last = j;
    merged.push_back({path[i].from, path[last].to, kFixed});
    i = last;
  }
  return merged;
}

std::vector<OrderEdge> OrderGraph::suspects() const {
  // Topological sorting left the nodes that lie on a cycle or after one. Remove those from which no cycle is reached.
  std::vector<uint32_t> leaving(out_.size());
  std::vector<std::vector<EventId>> before(out_.size());
  for (EventId i = 0; i < out_.size(); ++i)
    if (pending_[i] != 0)
      for (const OrderSuccessor& s : out_[i]) {
        ++leaving[i];
        before[s.node].push_back(i);
      }
  std::vector<EventId> ends;
  for (EventId i = 0; i < out_.size(); ++i)
    if (pending_[i] != 0 && leaving[i] == 0) ends.push_back(i);
  for (size_t at = 0; at < ends.size(); ++at)
    for (EventId i : before[ends[at]])
      if (--leaving[i] == 0) ends.push_back(i);
  std::vector<OrderEdge> edges;
  for (EventId i = 0; i < out_.size(); ++i)
    if (leaving[i] != 0)
      for (const OrderSuccessor& s : out_[i])
        if (s.label != kFixed && leaving[s.node] != 0) edges.push_back({s.from, s.to, s.label});
  std::sort(edges.begin(), edges.end(), [](const OrderEdge& a, const OrderEdge& b) { return a.label < b.label; });
  return edges;
}

}  // namespace fencepost::memory
