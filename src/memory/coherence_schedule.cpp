// Completing coherence by a schedule: execute the events of one axiom's graph in a topological order that delays a write while
// some event still has to read the value that it overwrites. Coherence is then the order in which writes were executed.
#include <algorithm>

#include "memory/coherence_search.h"

namespace fencepost::memory {

namespace {

// One execution of the schedule. Reads are executed as soon as they are ready. So is a write that makes no event wait: all its
// readers can be executed at once, or it has none. Only then a write is executed that locks its location until its readers
// have been executed: among those after which no locks wait for each other, the one whose readers come first (Dijkstra's
// banker's algorithm; it considers present locks only, so a schedule may still deadlock). The write of an update counts as a
// reader of the write that its read reads from: until it has been executed, no other write to the location may be.
class Run {
 public:
  Run(const OrderGraph& graph, const CoherenceOrder& known, const std::vector<EventId>& source,
      const std::vector<std::vector<EventId>>& readers, const FixedPart& fixed, bool careful)
      : graph_(graph),
        known_(known),
        source_(source),
        readers_(readers),
        pending_(source.size()),
        direct_(source.size()),
        last_(known.locations(), kNoEvent),
        unread_(source.size()),
        order_(std::max<size_t>(known.locations(), 1)),
        gone_(source.size()),
        rank_(source.size()),
        closes_(source.size(), kNoEvent) {
    for (const auto& pairs : fixed.pairs)
      for (const auto& [r, x] : pairs)
        if (const EventId w = source[r]; w != kNoEvent && w != x && known.ordered(w) && known.ordered(x) &&
                                         known.location(w) == known.location(x) && closes_[x] == kNoEvent) {
          closes_[x] = w;
          ++unread_[w];
        }
    const std::vector<EventId> order = graph.order();
    for (uint32_t i = 0; i < order.size(); ++i) rank_[order[i]] = i;
    if (careful) look_back(order);
  }

  bool go() {
    const size_t n = source_.size();
    size_t nodes = 0;
    for (EventId w = 0; w < n; ++w) unread_[w] += static_cast<uint32_t>(readers_[w].size());
    for (const auto& successors : graph_.out())
      for (const OrderSuccessor& next : successors) ++pending_[next.node];
    for (EventId i = 0; i < n; ++i) {
      if (graph_.fixed().node(i) != i) continue;
      ++nodes;
      if (pending_[i] == 0) ready(i);
    }
    while (true) {
      drain();
      if (take([&](EventId node) { return !locks(node); })) continue;
      EventId best = kNoEvent;
      uint32_t soonest = UINT32_MAX;
      for (EventId node : writes_)
        if (blocked(node) == kNoLocation && release(node) < soonest && !waits_for_itself(node)) {
          best = node;
          soonest = release(node);
        }
      if (best == kNoEvent) break;
      take([&](EventId node) { return node == best; });
    }
    return done_ == nodes;
  }

  std::vector<std::vector<EventId>>& order() { return order_; }

  // After a schedule that deadlocked: a write that has readers left, and one that would overwrite it, in no known
  // order.
  std::pair<EventId, EventId> blocking_pair() const {
    for (EventId node : writes_)
      for (EventId w : graph_.fixed().members(node)) {
        if (!known_.ordered(w)) continue;
        const EventId last = last_[known_.location(w)];
        if (last != kNoEvent && last != w && unread_[last] != 0 && !known_.decided(last, w)) return {last, w};
      }
    return {0, 0};
  }

 private:
  void ready(const EventId& node) {
    const auto members = graph_.fixed().members(node);
    const bool write = std::any_of(members.begin(), members.end(), [&](EventId e) { return known_.ordered(e); });
    (write ? writes_ : reads_).push_back(node);
  }

  void drain() {
    while (!reads_.empty()) {
      const EventId node = reads_.back();
      reads_.pop_back();
      run(node);
    }
  }

  // Executes all ready writes that qualify.
  template <typename Which>
  bool take(const Which& which) {
    bool some = false;
    for (size_t i = 0; i < writes_.size();) {
      const EventId node = writes_[i];
      if (blocked(node) != kNoLocation || !which(node)) {
        ++i;
        continue;
      }
      writes_.erase(writes_.begin() + static_cast<long>(i));
      run(node);
      drain();
      some = true;
    }
    return some;
  }

  // The location at which the node has to wait.
  uint32_t blocked(const EventId& node) const {
    const auto members = graph_.fixed().members(node);
    for (EventId w : members) {
      if (!known_.ordered(w)) continue;
      const EventId last = last_[known_.location(w)];
      if (last == kNoEvent || last == w || unread_[last] == 0) continue;
      uint32_t others = unread_[last];
      for (EventId e : members) others -= (source_[e] == last) + (closes_[e] == last);
      if (others != 0) return static_cast<uint32_t>(known_.location(w));
    }
    return kNoLocation;
  }

  // Would some reader of the node have to wait?
  bool locks(const EventId& node) {
    for (const OrderSuccessor& next : graph_.out()[node]) ++direct_[next.node];
    bool waits = false;
    for (EventId w : graph_.fixed().members(node))
      for (EventId r : readers_[w])
        if (const EventId at = graph_.fixed().node(r); at != node && unread_[w] != 0 && pending_[at] > direct_[at])
          waits = true;
    for (const OrderSuccessor& next : graph_.out()[node]) direct_[next.node] = 0;
    return waits;
  }

  // The rank of the node's last reader in a topological order.
  uint32_t release(const EventId& node) const {
    uint32_t latest = 0;
    for (EventId w : graph_.fixed().members(node))
      for (EventId r : readers_[w]) latest = std::max(latest, rank_[graph_.fixed().node(r)]);
    return latest;
  }

  // Computes, as rows of bits, which nodes are before which, and which writes have not been executed.
  void look_back(const std::vector<EventId>& order) {
    const size_t n = source_.size();
    before_ = Relation(n);
    for (EventId i : order)
      for (const OrderSuccessor& next : graph_.out()[i]) {
        if (before_.test(next.node, i)) continue;
        for (size_t k = 0; k < before_.stride(); ++k) before_.row(next.node)[k] |= before_.row(i)[k];
        before_.set(next.node, i);
      }
    to_come_.assign(known_.locations(), EventSet(n));
    for (size_t l = 0; l < known_.locations(); ++l)
      for (EventId w : known_.writes(l)) to_come_[l].set(graph_.fixed().node(w));
  }

  // Does a read of `w` that has not been executed come after a write to `location`?
  bool needs(EventId w, size_t location, EventId without) const {
    const EventSet& writes = to_come_[location];
    for (EventId r : readers_[w]) {
      const EventId at = graph_.fixed().node(r);
      if (gone_[at] || at == without) continue;
      for (size_t k = 0; k < before_.stride(); ++k) {
        uint64_t both = before_.row(at)[k] & writes.word(k);
        if (k == without / 64) both &= ~(uint64_t{1} << (without % 64));
        if (both != 0) return true;
      }
    }
    return false;
  }

  // If this node is executed, does some lock that it takes wait, through other locks, for itself?
  bool waits_for_itself(const EventId& node) const {
    if (to_come_.empty()) return false;
    std::vector<EventId> holder = last_;
    for (EventId w : graph_.fixed().members(node))
      if (known_.ordered(w)) holder[known_.location(w)] = w;
    for (EventId w : graph_.fixed().members(node)) {
      if (!known_.ordered(w)) continue;
      const size_t start = known_.location(w);
      std::vector<char> seen(holder.size());
      std::vector<size_t> open = {start};
      while (!open.empty()) {
        const size_t at = open.back();
        open.pop_back();
        for (size_t l = 0; l < holder.size(); ++l) {
          if (seen[l] || holder[l] == kNoEvent || unread_[holder[l]] == 0 || !needs(holder[at], l, node)) continue;
          if (l == start) return true;
          seen[l] = 1;
          open.push_back(l);
        }
      }
    }
    return false;
  }

  void run(const EventId& node) {
    ++done_;
    gone_[node] = 1;
    std::vector<EventId> members(graph_.fixed().members(node).begin(), graph_.fixed().members(node).end());
    while (!members.empty()) {
      auto next = members.begin();
      for (auto it = members.begin(); it != members.end(); ++it)
        if (known_.ordered(*it) && known_.ordered(*next) && known_.location(*it) == known_.location(*next) &&
            known_.before(*it, *next))
          next = it;
      const EventId e = *next;
      members.erase(next);
      if (const EventId w = source_[e]; w != kNoEvent && known_.ordered(w)) --unread_[w];
      if (closes_[e] != kNoEvent) --unread_[closes_[e]];
      if (!known_.ordered(e)) continue;
      last_[known_.location(e)] = e;
      if (!to_come_.empty()) to_come_[known_.location(e)].reset(node);
      order_[known_.location(e)].push_back(e);
    }
    for (const OrderSuccessor& next : graph_.out()[node])
      if (--pending_[next.node] == 0) ready(next.node);
  }

  const OrderGraph& graph_;
  const CoherenceOrder& known_;
  const std::vector<EventId>& source_;
  const std::vector<std::vector<EventId>>& readers_;
  std::vector<uint32_t> pending_, direct_;
  std::vector<EventId> reads_, writes_;  // nodes that are ready
  std::vector<EventId> last_;            // by location
  std::vector<uint32_t> unread_;         // by write: the number of reads that have not been executed
  std::vector<std::vector<EventId>> order_;
  std::vector<char> gone_;       // nodes
  std::vector<uint32_t> rank_;   // by node: its number in a topological order
  std::vector<EventId> closes_;  // by write of an update: the write that its read reads from
  size_t done_ = 0;
  Relation before_;                // of nodes
  std::vector<EventSet> to_come_;  // by location: nodes that will write it; empty unless careful
};

}  // namespace

bool CoherenceSearch::complete(bool careful, std::pair<EventId, EventId>& open) {
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
  complete_.assign(std::max<size_t>(known_.locations(), 1), {});
  if (schedule(widest_, careful, open) && holds_completed()) return true;
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

// Fills complete_. False: every write that is left overwrites a value that has readers left; `open` is such a pair of
// writes.
bool CoherenceSearch::schedule(uint32_t k, bool careful, std::pair<EventId, EventId>& open) {
  Run run(graphs_[k], known_, source_, readers_, fixed_, careful);
  const bool all = run.go();
  open = all ? std::pair<EventId, EventId>() : run.blocking_pair();
  complete_ = std::move(run.order());
  return all;
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
    const bool acyclic = graph.acyclic();
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
