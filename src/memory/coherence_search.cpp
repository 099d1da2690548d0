#include "memory/coherence_search.h"

#include <algorithm>

#include "base/check.h"

namespace fencepost::memory {

namespace {

// Weights steer explanations towards few reads-from edges: what was derived late rests on more of them.
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
      transferred_(shape.orders.size()) {
  thread_.reserve(graph.size());
  for (EventId i = 0; i < graph.size(); ++i) {
    thread_.push_back(graph.events()[i].thread);
    if (thread_.back() == kInitThread) initial_.set(i);
    if (source[i] == kNoEvent || !known_.ordered(source[i])) continue;
    readers_[source[i]].push_back(i);
    reads_.push_back(i);
  }
  for (const FixedOrder& order : fixed.orders) graphs_.emplace_back(order);
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
    if (!complete_.empty() || complete(open)) return {};
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
  // Axiom graphs answer for the moment at which they were closed, the known coherence for now.
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
    if (decisions_.empty() && pass_ <= 3 && complete(open)) return {};
    const bool more = derive(conflicts);
    if (!conflicts.empty() || !more) return conflicts;
  }
}

bool CoherenceSearch::derive(std::vector<Conflict>& conflicts) {
  const size_t before = trail_.size();
  for (uint32_t k = 0; k < graphs_.size(); ++k) from_order(k);
  for (uint32_t j = 0; j < shape_.atomic.size(); ++j) from_atomic(j, conflicts);
  if (!conflicts.empty()) return true;
  for (uint32_t k = 0; k < graphs_.size(); ++k) {
    coherence_into(k);
    from_reads_into(k);
  }
  return trail_.size() != before;
}

void CoherenceSearch::from_order(uint32_t k) {
  const cat::OrderAxiom& axiom = shape_.orders[k];
  const OrderGraph& graph = graphs_[k];
  const auto place = [&](EventId w) { return graph.place()[graph.fixed().node(w)]; };
  // A read of `b` after `a` in a graph that would have fr back.
  const auto read_after = [&](EventId a, EventId b) {
    for (EventId r : readers_[b])
      if (r != a && covers(axiom.fr, r, a) && graph.reaches(a, r)) return r;
    return kNoEvent;
  };
  for (size_t l = 0; l < known_.locations(); ++l) {
    if (known_.open(l) == 0) continue;
    std::vector<EventId> writes = known_.writes(l);
    std::sort(writes.begin(), writes.end(), [&](EventId a, EventId b) { return place(a) < place(b); });
    // From the end, nearest first: what follows by transitivity is already there when its turn comes.
    for (size_t i = writes.size(); i-- > 0;)
      for (size_t j = i + 1; j < writes.size(); ++j) {
        const EventId a = writes[i], b = writes[j];
        if (known_.decided(a, b)) continue;
        if (covers(axiom.co, b, a) && graph.reaches(a, b)) {
          order(path_fact(Fact::Kind::co, a, b, k, a, b));
          continue;
        }
        for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)})
          if (const EventId r = read_after(first, second); r != kNoEvent) {
            Fact fact = path_fact(Fact::Kind::co, first, second, k, first, r);
            fact.read = r;
            order(fact);
            break;
          }
      }
  }
}

void CoherenceSearch::from_atomic(uint32_t j, std::vector<Conflict>& conflicts) {
  const cat::AtomicAxiom& axiom = shape_.atomic[j];
  for (const auto& [r, x] : fixed_.pairs[j]) {
    const EventId w = source_[r];
    if (w == kNoEvent || w == x || !known_.ordered(w) || !known_.ordered(x) || known_.location(w) != known_.location(x))
      continue;
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
      if (fact.kind == Fact::Kind::co && !graph.reaches(fact.from, fact.to))
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
  // With all of both, fr to one write and coherence from there lead to all later ones.
  const bool chain = axiom.fr.whole() && axiom.co.whole();
  OrderGraph& graph = graphs_[k];
  std::vector<std::vector<EventId>> sorted(known_.locations());
  std::vector<uint32_t> rank(source_.size());
  std::vector<uint64_t> left;
  for (EventId r : reads_) {
    const EventId w = source_[r];
    std::vector<EventId>& writes = sorted[known_.location(w)];
    if (writes.empty()) {
      writes = known_.sorted(known_.location(w));
      for (uint32_t i = 0; i < writes.size(); ++i) rank[writes[i]] = i;
    }
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

void CoherenceSearch::decide(const std::pair<EventId, EventId>& pair) {
  FP_CHECK(pair.first != pair.second);
  Decision decision{pair.first, pair.second, trail_.size(), learned_.size(), {}, known_.mark()};
  for (const OrderGraph& g : graphs_) decision.graphs.push_back(g.mark());
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
  decisions_.resize(number);
}

// The last decision on which a conflict rests is wrong, whatever came after it. False: one rests on none.
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
