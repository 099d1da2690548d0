#include "memory/coherence_search.h"

#include <algorithm>

#include "base/check.h"

namespace fencepost::memory {

namespace {

// Weights steer explanations towards few reads-from edges, since facts that were derived late follow from more of
// them.
constexpr uint32_t kReadsFromWeight = 2, kInitialWeight = 1, kDerivedWeight = 4;

}  // namespace

CoherenceSearch::CoherenceSearch(const cat::StoreOrderShape& shape, const ExecutionGraph& graph, const FixedPart& fixed,
                                 const std::vector<EventId>& source, Budget* budget)
    : shape_(shape),
      fixed_(fixed),
      source_(source),
      budget_(budget),
      readers_(graph.size()),
      initial_(graph.size()),
      known_(graph),
      transferred_(shape.orders.size()),
      changed_(known_.locations(), 1) {
  reads_of_.resize(known_.locations());
  thread_.reserve(graph.size());
  for (EventId i = 0; i < graph.size(); ++i) {
    thread_.push_back(graph.events()[i].thread);
    if (thread_.back() == kInitThread) initial_.set(i);
    if (source[i] == kNoEvent || !known_.ordered(source[i])) continue;
    readers_[source[i]].push_back(i);
    reads_.push_back(i);
    reads_of_[known_.location(source[i])].push_back(i);
  }
  size_t most = 0;
  for (uint32_t k = 0; k < fixed.orders.size(); ++k) {
    graphs_.emplace_back(fixed.orders[k]);
    const size_t pairs = shape.orders[k].co.whole() ? fixed.orders[k].edges().count() + 1 : 0;
    if (pairs > most) widest_ = k;
    most = std::max(most, pairs);
  }
}

bool CoherenceSearch::internal(EventId a, EventId b) const {
  return a == b || (thread_[a] == thread_[b] && thread_[a] != kInitThread);
}

std::vector<Conflict> CoherenceSearch::run(size_t limit) {
  start();
  while (true) {
    std::vector<Conflict> conflicts = propagate(limit);
    if (!conflicts.empty()) {
      if (!take_back(conflicts)) return conflicts;
      continue;
    }
    std::pair<EventId, EventId> open;
    if (!complete_.empty() || complete(true, open)) return {};
    decide(open);
  }
}

uint32_t CoherenceSearch::push(const Fact& fact, uint32_t weight) {
  trail_.push_back(fact);
  weights_.push_back(weight);
  return static_cast<uint32_t>(trail_.size() - 1);
}

void CoherenceSearch::order(const Fact& fact) {
  const bool initial = fact.why == Fact::Why::initial;
  const uint32_t label = push(fact, initial ? kInitialWeight : kDerivedWeight + pass_);
  known_.add(fact.from, fact.to, label);
  changed_[known_.location(fact.from)] = 1;
  // Facts that were derived without closed graphs are added to the graphs before these are closed again.
  if (fact.why == Fact::Why::path) return;
  for (size_t k = 0; k < graphs_.size(); ++k)
    if (shape_.orders[k].co.whole()) graphs_[k].add(fact.from, fact.to, label);
}

CoherenceSearch::Fact CoherenceSearch::path_fact(Fact::Kind kind, EventId from, EventId to, uint32_t graph,
                                                 EventId path_from, EventId path_to) const {
  Fact fact;
  fact.kind = kind;
  fact.why = Fact::Why::path;
  fact.from = from;
  fact.to = to;
  fact.graph = graph;
  fact.path_from = path_from;
  fact.path_to = path_to;
  // Axiom graphs answer for the moment at which they were closed, the known coherence for the present one.
  fact.limit = graph == kCoherence ? static_cast<uint32_t>(trail_.size()) : closed_;
  return fact;
}

void CoherenceSearch::start() {
  for (EventId r = 0; r < source_.size(); ++r) {
    if (source_[r] == kNoEvent) continue;
    Fact fact;
    fact.from = source_[r];
    fact.to = r;
    const uint32_t label = push(fact, kReadsFromWeight);
    for (size_t k = 0; k < graphs_.size(); ++k)
      if (covers(shape_.orders[k].rf, fact.from, r)) graphs_[k].add(fact.from, r, label);
  }
  for (size_t l = 0; l < known_.locations(); ++l)
    for (EventId first : known_.writes(l))
      if (initial_.test(first))
        for (EventId w : known_.writes(l)) {
          if (initial_.test(w)) continue;
          Fact fact;
          fact.kind = Fact::Kind::co;
          fact.why = Fact::Why::initial;
          fact.from = first;
          fact.to = w;
          order(fact);
        }
}

std::vector<Conflict> CoherenceSearch::propagate(size_t limit) {
  while (true) {
    if (budget_ != nullptr) budget_->check();
    std::vector<Conflict> conflicts;
    const auto facts = static_cast<uint32_t>(trail_.size());
    bool cyclic = false;
    for (uint32_t k = 0; k < graphs_.size(); ++k) {
      if (graphs_[k].close(facts)) continue;
      cyclic = true;
      cycles(k, limit, conflicts);
    }
    FP_CHECK_MSG(cyclic != conflicts.empty(), "a cyclic order graph has no cycle");
    if (cyclic) return conflicts;
    closed_ = facts;
    ++pass_;
    // A schedule often works long before everything is derived.
    std::pair<EventId, EventId> open;
    if (decisions_.empty() && pass_ <= 3 && complete(false, open)) return {};
    const bool more = derive(conflicts);
    if (!conflicts.empty() || !more) return conflicts;
  }
}

bool CoherenceSearch::derive(std::vector<Conflict>& conflicts) {
  const size_t before = trail_.size();
  if (pass_ == 1) list_open();
  std::erase_if(open_, [&](const auto& pair) { return known_.decided(pair.first, pair.second); });
  for (uint32_t k = 0; k < graphs_.size(); ++k) from_order(k);
  const size_t ordered = trail_.size();
  for (uint32_t j = 0; j < shape_.atomic.size(); ++j) from_atomic(j, conflicts);
  if (!conflicts.empty()) return true;
  const bool is_fixpoint = trail_.size() == ordered;
  for (uint32_t k = 0; k < graphs_.size(); ++k) {
    coherence_into(k);
    from_reads_into(k);
  }
  if (is_fixpoint) std::fill(changed_.begin(), changed_.end(), 0);
  return trail_.size() != before;
}

// In reverse topological order, nearest writes first, so that a pair that follows by transitivity is known already
// when it is looked at.
void CoherenceSearch::list_open() {
  std::vector<uint32_t> place(source_.size());
  const std::vector<EventId> order = graphs_[widest_].order();
  for (uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  const auto at = [&](EventId w) { return place[graphs_[widest_].fixed().node(w)]; };
  open_.clear();
  for (size_t l = 0; l < known_.locations(); ++l) {
    std::vector<EventId> writes = known_.writes(l);
    std::sort(writes.begin(), writes.end(), [&](EventId a, EventId b) { return at(a) < at(b); });
    for (size_t i = writes.size(); i-- > 0;)
      for (size_t j = i + 1; j < writes.size(); ++j)
        if (!known_.decided(writes[i], writes[j])) open_.emplace_back(writes[i], writes[j]);
  }
}

void CoherenceSearch::from_order(uint32_t k) {
  const cat::OrderAxiom& axiom = shape_.orders[k];
  const OrderGraph& graph = graphs_[k];
  // A path that the opposite order would close: to the write itself, or to a read of it.
  const auto forced = [&](EventId a, EventId b) {
    EventId read = kNoEvent;
    bool yes = covers(axiom.co, b, a) && graph.reaches(a, b);
    for (size_t i = 0; i < readers_[b].size() && !yes; ++i) {
      read = readers_[b][i];
      yes = read != a && covers(axiom.fr, read, a) && graph.reaches(a, read);
    }
    if (!yes) return false;
    Fact fact = path_fact(Fact::Kind::co, a, b, k, a, read == kNoEvent ? b : read);
    fact.read = read;
    order(fact);
    return true;
  };
  for (const auto& [a, b] : open_)
    if (!known_.decided(a, b) && !forced(a, b)) forced(b, a);
}

void CoherenceSearch::from_atomic(uint32_t j, std::vector<Conflict>& conflicts) {
  const cat::AtomicAxiom& axiom = shape_.atomic[j];
  for (const auto& [r, x] : fixed_.pairs[j]) {
    const EventId w = source_[r];
    if (w == kNoEvent || w == x || !known_.ordered(w) || !known_.ordered(x) || known_.location(w) != known_.location(x))
      continue;
    if (!changed_[known_.location(w)]) continue;
    for (EventId other : known_.writes(known_.location(w))) {
      if (other == w || other == x || other == r || !covers(axiom.fr, r, other) || !covers(axiom.co, other, x))
        continue;
      const bool after = known_.before(w, other), before = known_.before(other, x);
      if (after && before) {
        conflicts.push_back(split(j, r, x, other));
        return;
      }
      if ((!after && !before) || (after ? known_.decided(other, x) : known_.decided(w, other))) continue;
      Fact fact = after ? path_fact(Fact::Kind::co, x, other, kCoherence, w, other)
                        : path_fact(Fact::Kind::co, other, w, kCoherence, other, x);
      fact.read = r;
      fact.atomic = j;
      fact.half = x;
      order(fact);
    }
  }
}

void CoherenceSearch::coherence_into(uint32_t k) {
  const cat::Part& co = shape_.orders[k].co;
  OrderGraph& graph = graphs_[k];
  if (co.whole()) {
    for (; transferred_[k] < trail_.size(); ++transferred_[k]) {
      const Fact& fact = trail_[transferred_[k]];
      if (fact.kind == Fact::Kind::co && fact.why == Fact::Why::path && !graph.reaches(fact.from, fact.to))
        graph.add(fact.from, fact.to, transferred_[k]);
    }
    return;
  }
  // Where an axiom has only a part of coherence, a pair that follows through another part must be an edge of its own.
  if (!co.internal && !co.external) return;
  for (size_t l = 0; l < known_.locations(); ++l)
    for (EventId a : known_.writes(l))
      for (EventId b : known_.writes(l))
        if (a != b && known_.before(a, b) && covers(co, a, b) && !graph.same_node(a, b) && !graph.reaches(a, b))
          graph.add(a, b, push(path_fact(Fact::Kind::co, a, b, kCoherence, a, b), kDerivedWeight + pass_));
}

void CoherenceSearch::from_reads_into(uint32_t k) {
  const cat::OrderAxiom& axiom = shape_.orders[k];
  if (!axiom.fr.internal && !axiom.fr.external) return;
  // If the axiom contains all of fr and co, an fr edge to the next write suffices: co leads from there to all later
  // writes.
  const bool chain = axiom.fr.whole() && axiom.co.whole();
  OrderGraph& graph = graphs_[k];
  std::vector<uint32_t> rank(source_.size());
  std::vector<uint64_t> left;
  for (size_t l = 0; l < known_.locations(); ++l) {
    if (!changed_[l] || reads_of_[l].empty()) continue;
    const std::vector<EventId> writes = known_.sorted(l);
    for (uint32_t i = 0; i < writes.size(); ++i) rank[writes[i]] = i;
    for (EventId r : reads_of_[l]) {
      const EventId w = source_[r];
      const std::span<const uint64_t> after = known_.row(w);
      left.assign(after.begin(), after.end());
      if (std::all_of(left.begin(), left.end(), [](uint64_t word) { return word == 0; })) continue;
      for (size_t i = rank[w] + 1; i < writes.size(); ++i) {
        const EventId other = writes[i];
        const uint32_t bit = known_.index(other);
        if (((left[bit / 64] >> (bit % 64)) & 1) == 0) continue;
        if (other != r && !graph.same_node(r, other) && !graph.reaches(r, other) && covers(axiom.fr, r, other)) {
          Fact fact = path_fact(Fact::Kind::fr, r, other, kCoherence, w, other);
          fact.read = r;
          graph.add(r, other, push(fact, kDerivedWeight + pass_));
        }
        if (!chain) continue;
        bool any = false;
        const std::span<const uint64_t> later = known_.row(other);
        left[bit / 64] &= ~(uint64_t{1} << (bit % 64));
        for (size_t word = 0; word < left.size(); ++word) any = (left[word] &= ~later[word]) != 0 || any;
        if (!any) break;
      }
    }
  }
}

void CoherenceSearch::decide(const std::pair<EventId, EventId>& pair) {
  FP_CHECK(pair.first != pair.second);
  Decision decision{pair.first, pair.second, trail_.size(), learned_.size(), {}, known_.mark(), open_};
  for (OrderGraph& g : graphs_) {
    decision.graphs.push_back(g.mark());
    g.remember();
  }
  Fact fact;
  fact.kind = Fact::Kind::co;
  fact.why = Fact::Why::decision;
  fact.from = pair.first;
  fact.to = pair.second;
  fact.number = static_cast<uint32_t>(decisions_.size());
  decisions_.push_back(std::move(decision));
  order(fact);
}

void CoherenceSearch::undo(size_t number) {
  const Decision& decision = decisions_[number];
  const auto facts = static_cast<uint32_t>(decision.trail);
  for (size_t k = 0; k < graphs_.size(); ++k) {
    graphs_[k].undo(decision.graphs[k], facts);
    transferred_[k] = std::min(transferred_[k], facts);
  }
  known_.undo(decision.coherence);
  trail_.resize(decision.trail);
  weights_.resize(decision.trail);
  paths_.resize(std::min(paths_.size(), decision.trail));
  learned_.resize(decision.learned);
  closed_ = std::min(closed_, facts);
  open_ = std::move(decisions_[number].open);
  std::fill(changed_.begin(), changed_.end(), 0);  // a decision is taken when nothing else follows
  decisions_.resize(number);
}

// Takes back the last decision on which a conflict depends, since that one is wrong. False: a conflict depends on no
// decision.
bool CoherenceSearch::take_back(std::vector<Conflict>& conflicts) {
  const auto last = [](const Conflict& c) -> int64_t {
    // Decisions sort behind all other premises.
    const bool any = !c.premises.empty() && c.premises.back().kind == Premise::Kind::decision;
    return any ? static_cast<int64_t>(c.premises.back().from) : -1;
  };
  std::stable_sort(conflicts.begin(), conflicts.end(),
                   [&](const Conflict& a, const Conflict& b) { return last(a) < last(b); });
  if (last(conflicts.front()) < 0) {
    std::erase_if(conflicts, [&](const Conflict& c) { return last(c) >= 0; });
    return false;
  }
  Premises premises = std::move(conflicts.front().premises);
  const uint32_t number = premises.back().from;
  premises.pop_back();
  Fact fact;
  fact.kind = Fact::Kind::co;
  fact.why = Fact::Why::learned;
  fact.from = decisions_[number].b;
  fact.to = decisions_[number].a;
  undo(number);
  fact.number = static_cast<uint32_t>(learned_.size());
  learned_.push_back(std::move(premises));
  order(fact);
  return true;
}

}  // namespace fencepost::memory
