// Completing coherence by a schedule: run the events of one axiom's graph in a topological order that delays a write while
// somebody still has to read what it overwrites, and take the order in which writes came.
#include <algorithm>
#include <deque>

#include "memory/coherence_search.h"

namespace fencepost::memory {

namespace {

struct Schedule {
  std::deque<EventId> ready;                  // nodes
  std::vector<std::vector<EventId>> waiting;  // by location: nodes that would overwrite what is still to be read
  std::vector<EventId> last;                  // by location: the latest write
  std::vector<uint32_t> unread;               // by write: reads still to come
};

}  // namespace

bool CoherenceSearch::complete(std::pair<EventId, EventId>& open) {
  size_t undecided = 0;
  for (size_t l = 0; l < known_.locations(); ++l) undecided += known_.open(l);
  if (undecided == 0 && trail_.size() == closed_) {
    // All pairs are decided, and the graphs with all of them are acyclic.
    complete_.resize(known_.locations());
    for (size_t l = 0; l < known_.locations(); ++l) complete_[l] = known_.sorted(l);
    if (complete_.empty()) complete_.resize(1);
    if (holds_completed()) return true;
    complete_.clear();
  }
  uint32_t best = 0;
  size_t most = 0;
  for (uint32_t k = 0; k < graphs_.size(); ++k) {
    size_t edges = 1;
    for (const auto& successors : graphs_[k].out()) edges += successors.size();
    if (!shape_.orders[k].co.whole()) continue;
    if (edges > most) best = k;
    most = std::max(most, edges);
  }
  complete_.assign(std::max<size_t>(known_.locations(), 1), {});
  if (schedule(best, open) && holds_completed()) return true;
  if (open.first == open.second)
    for (const auto& writes : complete_)
      for (size_t i = 0; i + 1 < writes.size() && open.first == open.second; ++i)
        for (size_t j = i + 1; j < writes.size() && open.first == open.second; ++j)
          if (!known_.decided(writes[i], writes[j])) open = {writes[i], writes[j]};
  if (open.first == open.second)
    for (size_t l = 0; l < known_.locations(); ++l)
      for (EventId a : known_.writes(l))
        for (EventId b : known_.writes(l))
          if (a < b && !known_.decided(a, b)) open = {a, b};
  complete_.clear();
  return false;
}

// Fills complete_. False: only writes were left that overwrite what is still to be read; `open` is such a pair.
bool CoherenceSearch::schedule(uint32_t k, std::pair<EventId, EventId>& open) {
  const OrderGraph& graph = graphs_[k];
  const size_t n = source_.size();
  Schedule s;
  s.waiting.resize(known_.locations());
  s.last.assign(known_.locations(), kNoEvent);
  s.unread.resize(n);
  for (EventId w = 0; w < n; ++w) s.unread[w] = static_cast<uint32_t>(readers_[w].size());
  open = {0, 0};

  std::vector<uint32_t> pending(n);
  for (const auto& successors : graph.out())
    for (const OrderSuccessor& next : successors) ++pending[next.node];
  for (EventId i = 0; i < n; ++i)
    if (graph.fixed().node(i) == i && pending[i] == 0) initial_.test(i) ? s.ready.push_front(i) : s.ready.push_back(i);

  // The location at which the node has to wait.
  const auto blocked = [&](const EventId& node) {
    const auto members = graph.fixed().members(node);
    for (EventId w : members) {
      if (!known_.ordered(w)) continue;
      const EventId last = s.last[known_.location(w)];
      if (last == kNoEvent || last == w) continue;
      uint32_t others = s.unread[last];
      for (EventId r : members)
        if (source_[r] == last) --others;
      if (others != 0) return known_.location(w);
    }
    return static_cast<size_t>(kNoLocation);
  };
  const auto release = [&](size_t location) {
    for (EventId node : s.waiting[location]) s.ready.push_back(node);
    s.waiting[location].clear();
  };
  const auto run = [&](EventId e) {
    if (const EventId w = source_[e]; w != kNoEvent && known_.ordered(w) && --s.unread[w] == 0)
      if (s.last[known_.location(w)] == w) release(known_.location(w));
    if (!known_.ordered(e)) return;
    const size_t location = known_.location(e);
    s.last[location] = e;
    complete_[location].push_back(e);
    if (s.unread[e] == 0) release(location);
  };

  size_t nodes = 0, done = 0;
  for (EventId i = 0; i < n; ++i) nodes += graph.fixed().node(i) == i;
  while (!s.ready.empty()) {
    const EventId node = s.ready.front();
    s.ready.pop_front();
    if (const size_t at = blocked(node); at != kNoLocation) {
      s.waiting[at].push_back(node);
      continue;
    }
    ++done;
    std::vector<EventId> members(graph.fixed().members(node).begin(), graph.fixed().members(node).end());
    while (!members.empty()) {
      auto next = members.begin();
      for (auto it = members.begin(); it != members.end(); ++it)
        if (known_.ordered(*it) && known_.ordered(*next) && known_.location(*it) == known_.location(*next) &&
            known_.before(*it, *next))
          next = it;
      run(*next);
      members.erase(next);
    }
    for (const OrderSuccessor& next : graph.out()[node])
      if (--pending[next.node] == 0) s.ready.push_back(next.node);
  }
  if (done == nodes) return true;
  for (size_t l = 0; l < known_.locations(); ++l)
    for (EventId node : s.waiting[l])
      for (EventId w : graph.fixed().members(node))
        if (known_.ordered(w) && known_.location(w) == l && s.last[l] != w && !known_.decided(s.last[l], w))
          open = {s.last[l], w};
  return false;
}

// Do all axioms hold under complete_?
bool CoherenceSearch::holds_completed() {
  std::vector<uint32_t> rank(source_.size());
  for (const auto& writes : complete_)
    for (uint32_t i = 0; i < writes.size(); ++i) rank[writes[i]] = i;
  for (uint32_t k = 0; k < graphs_.size(); ++k) {
    const cat::OrderAxiom& axiom = shape_.orders[k];
    const bool chain = axiom.co.whole() && axiom.fr.whole();
    OrderGraph& graph = graphs_[k];
    const size_t mark = graph.mark();
    const auto later = [&](EventId from, const std::vector<EventId>& writes, size_t first, const cat::Part& part) {
      for (size_t i = first; i < writes.size(); ++i) {
        if (writes[i] == from) continue;
        if (covers(part, from, writes[i])) graph.add(from, writes[i], 0);
        if (chain) break;
      }
    };
    for (const auto& writes : complete_)
      for (size_t i = 0; i < writes.size(); ++i) later(writes[i], writes, i + 1, axiom.co);
    for (EventId r : reads_) later(r, complete_[known_.location(source_[r])], rank[source_[r]] + 1, axiom.fr);
    const bool acyclic = graph.sort();
    graph.undo(mark, UINT32_MAX);
    if (!acyclic) return false;
  }
  for (uint32_t j = 0; j < shape_.atomic.size(); ++j)
    for (const auto& [r, x] : fixed_.pairs[j]) {
      const EventId w = source_[r];
      if (w == kNoEvent || !known_.ordered(w) || !known_.ordered(x) || known_.location(w) != known_.location(x))
        continue;
      const auto& writes = complete_[known_.location(w)];
      for (size_t i = rank[w] + 1; i < rank[x]; ++i)
        if (writes[i] != r && covers(shape_.atomic[j].fr, r, writes[i]) && covers(shape_.atomic[j].co, writes[i], x))
          return false;
    }
  return true;
}

}  // namespace fencepost::memory
