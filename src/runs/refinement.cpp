#include "runs/refinement.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "base/check.h"
#include "logic/evaluate.h"
#include "runs/coherence_lemmas.h"
#include "runs/lemmas.h"
#include "runs/monolithic.h"
#include "runs/order_literals.h"
#include "runs/ranges.h"
#include "runs/well_founded.h"

namespace fencepost::runs {

using logic::Term;
using memory::EventId;
using memory::Relation;
using unroll::Event;

namespace {

constexpr size_t kReasonsARound = 64;
// For each literal of reads-from. With more, the order of accesses waits until much was proposed in vain.
constexpr double kMostOrderClauses = 140;

}  // namespace

class Refinement::Premises {
 public:
  Premises(Refinement& refinement, const Holds& holds)
      : refinement_(refinement), holds_(holds), all_(refinement.terms_.boolean(true)) {}

  void event(EventId id) {
    uint32_t origin = refinement_.run_->origin[id];
    const Event& event = refinement_.unrolled_.events[origin];
    // A barrier beside an access is there wherever the access is.
    bool is_beside = event.kind != Event::Kind::fence && refinement_.run_->number[origin] != id;
    if (!events_.emplace(origin, is_beside).second) return;
    add(event.guard);
    exchange(event);
    if (!is_beside) at_cell(event, refinement_.run_->graph.events()[id].location);
  }

  void reads(EventId write, EventId read) {
    uint32_t from = refinement_.run_->origin[write], to = refinement_.run_->origin[read];
    for (const Source& source : refinement_.reads_from_.sources(to))
      if (source.write == from) add(source.taken);
    // Guards follow from the literal; where both are does not.
    const Event& event = refinement_.unrolled_.events[from];
    at_cell(event, refinement_.run_->graph.events()[write].location);
    at_cell(refinement_.unrolled_.events[to], refinement_.run_->graph.events()[read].location);
    exchange(refinement_.unrolled_.events[to]);
    events_.emplace(from, false);
    events_.emplace(to, false);
  }

  void coherence(EventId a, EventId b) {
    event(a);
    event(b);
    uint32_t from = refinement_.run_->origin[a], to = refinement_.run_->origin[b];
    if (!refinement_.fixed_before(from, to)) add(refinement_.before(from, to));
  }

  // The event rests on the read only where the values that flow between them come that way.
  void dependency(EventId read, EventId event, const std::string& relation) {
    const Event& at = refinement_.unrolled_.events[refinement_.run_->origin[event]];
    unroll::ReadSet ctrl = refinement_.run_->is_behind(event) ? refinement_.unrolled_.control_after(at) : at.ctrl;
    unroll::ReadSet set = relation == "addr" ? at.addr : relation == "data" ? at.data : ctrl;
    for (const unroll::ReadSets::Member& member : refinement_.unrolled_.read_sets[set])
      if (member.read == refinement_.run_->origin[read]) add(member.when);
  }

  // What happens and what does not, where, and what rests on what.
  void all_events() {
    const CandidateExecution& run = *refinement_.run_;
    for (uint32_t i = 0; i < refinement_.unrolled_.events.size(); ++i) {
      const Event& at = refinement_.unrolled_.events[i];
      add(holds_(at.guard) ? at.guard : refinement_.terms_.not_(at.guard));
      if (!holds_(at.guard)) continue;
      if (run.number[i] != CandidateExecution::kAbsent) event(run.number[i]);
      if (at.kind == Event::Kind::fence && at.cells.size() > 1)  // it has no number, but may concern one of several
        for (const Event::PossibleCell& concerned : at.cells)
          add(holds_(concerned.when) ? concerned.when : refinement_.terms_.not_(concerned.when));
      for (unroll::ReadSet set : {at.addr, at.data, at.ctrl, refinement_.unrolled_.control_after(at)})
        for (const unroll::ReadSets::Member& member : refinement_.unrolled_.read_sets[set])
          add(holds_(member.when) ? member.when : refinement_.terms_.not_(member.when));
    }
  }

  // This very run: the order of writes and who reads whom as well.
  void everything() {
    everything([](size_t, size_t) { return true; });
  }

  // This run, as far as it keeps these edges from being mended. Where a plain read is no way to be ordered with another thread
  // (c11), what others take from there does not, nor does the order of writes where nobody is atomic.
  void everything_around(const std::vector<memory::cat::NamedEdge>& edges) {
    const CandidateExecution& run = *refinement_.run_;
    auto is_end = [&](size_t event) {
      return std::any_of(edges.begin(), edges.end(),
                         [&](const auto& edge) { return edge.from == event || edge.to == event; });
    };
    everything([&](size_t write, size_t read) {
      bool is_idle = refinement_.synchronising_.reads_are_visible && is_plain(read) &&
                     run.graph.events()[write].thread != run.graph.events()[read].thread;
      return !is_idle || is_end(read);
    });
  }

  Term all() const { return all_; }

 private:
  template <typename Counts>
  void everything(const Counts& counts) {
    all_events();
    const CandidateExecution& run = *refinement_.run_;
    run.graph.find_relation("rf")->for_each([&](size_t w, size_t r) {
      if (counts(w, r)) reads(EventId(w), EventId(r));
    });
    run.graph.find_relation("co")->for_each([&](size_t a, size_t b) {
      if (refinement_.orders_writes_to(run.graph.events()[a].location)) coherence(EventId(a), EventId(b));
    });
  }
  bool is_plain(size_t id) const { return refinement_.is_plain(id); }

  // Order and barriers of a compare-exchange follow from whether it writes.
  void exchange(const Event& event) {
    if (event.kind != Event::Kind::read || event.partner == Event::kNone) return;
    Term writes = refinement_.unrolled_.events[event.partner].guard;
    bool happens = refinement_.run_->number[event.partner] != CandidateExecution::kAbsent;
    add(happens ? writes : refinement_.terms_.not_(writes));
  }
  void add(Term literal) { all_ = refinement_.terms_.and_(all_, literal); }
  void at_cell(const Event& event, uint32_t cell) {
    if (event.cells.size() < 2) return;
    Term there = refinement_.terms_.boolean(false);  // pointers may lead to one cell in several ways
    for (const Event::PossibleCell& at : event.cells)
      if (at.cell == cell) there = refinement_.terms_.or_(there, at.when);
    add(there);
  }

  Refinement& refinement_;
  const Holds& holds_;
  Term all_;
  std::set<std::pair<uint32_t, bool>> events_;  // and whether only a barrier beside it
};

Refinement::Refinement(const unroll::Unrolled& unrolled, std::shared_ptr<const memory::Model> model,
                       logic::Terms& terms, Budget& budget, Statistics& statistics)
    : unrolled_(unrolled),
      model_(std::move(model)),
      terms_(terms),
      budget_(budget),
      statistics_(statistics),
      mapping_(*model_),
      synchronising_(program::synchronising(*model_, mapping_)),
      relaxations_(memory::relaxations(*model_)),
      order_(unrolled),
      reads_from_(unrolled, order_, terms, !relaxations_.stale_reads, budget),
      coherence_source_(memory::coherence_source(*model_)),
      consistency_(memory::consistency_of(*model_, &budget)) {
  has_implied_reads_ =
      std::any_of(unrolled.events.begin(), unrolled.events.end(), [](const Event& event) { return event.implied; });
}

std::vector<Term> Refinement::sources_and_values() const {
  std::vector<Term> all = reads_from_.constraints();
  if (!relaxations_.load_store) return all;
  std::vector<Term> causes = unspecified_is_well_founded(unrolled_, reads_from_, terms_, budget_);
  all.insert(all.end(), causes.begin(), causes.end());
  return all;
}

Facts Refinement::constraints() {
  std::vector<Term> all = sources_and_values();
  logic::Clauses ordered;
  if (orders_first()) ordered = order_literals(unrolled_, order_, reads_from_, relaxations_, terms_, budget_);
  logic::Clauses first = lemmas(unrolled_, order_, reads_from_, relaxations_, !ordered.empty(), terms_, budget_);
  if (!relaxations_.load_store) {
    std::vector<Term> numbers = ranges(unrolled_, reads_from_, terms_, budget_);
    all.insert(all.end(), numbers.begin(), numbers.end());
    statistics_.set("bounded.ranges", static_cast<double>(numbers.size()));
  }
  logic::Clauses coherent;
  if (chooses_coherence() && !relaxations_.stale_reads)
    coherent = coherence_lemmas(
        unrolled_, order_, reads_from_,
        {model_->program.options.with_co || !mapping_.is_kernel(), model_->program.options.with_co,
         !relaxations_.torn_updates, synchronising_.orders, synchronising_.reads_are_visible},
        [&](uint32_t a, uint32_t b) { return known_before(a, b); }, terms_, budget_);
  statistics_.set("bounded.coherence-lemmas", static_cast<double>(coherent.size()));
  statistics_.set("bounded.order-clauses", static_cast<double>(ordered.size()));
  statistics_.set("bounded.reads-from", static_cast<double>(reads_from_.literals()));
  statistics_.set("bounded.unseen-writes", static_cast<double>(reads_from_.unseen_writes()));
  statistics_.set("bounded.lemmas", static_cast<double>(first.size()));
  return {std::move(all), {std::move(ordered), std::move(first), std::move(coherent)}};
}

bool Refinement::orders_first() const {
  return coherence_source_ == memory::CoherenceSource::interleaving &&
         order_cost(unrolled_, order_, reads_from_, relaxations_, terms_, budget_) <=
             kMostOrderClauses * static_cast<double>(reads_from_.literals());
}

Facts Refinement::costly_constraints() const {
  bool fits = !chooses_coherence() && relaxations_.updates_drain_buffers() && program::names_sections(*model_);
  if (!fits || orders_first()) return {};
  logic::Clauses ordered = order_literals(unrolled_, order_, reads_from_, relaxations_, terms_, budget_);
  statistics_.set("bounded.order-clauses", static_cast<double>(ordered.size()));
  return {{}, {std::move(ordered)}};
}

Facts Refinement::whole_model() {
  std::vector<Term> all = sources_and_values();
  // One source each, as the formula of the model takes it.
  for (uint32_t read : reads_from_.reads()) {
    const std::vector<Source>& sources = reads_from_.sources(read);
    for (size_t i = 0; i < sources.size(); ++i)
      for (size_t k = i + 1; k < sources.size(); ++k)
        all.push_back(terms_.not_(terms_.and_(sources[i].taken, sources[k].taken)));
  }
  auto order = [&](uint32_t a, uint32_t b) { return known_before(a, b); };
  std::vector<Term> model = monolithic(unrolled_, model_->program, mapping_, reads_from_, order, terms_, budget_);
  all.insert(all.end(), model.begin(), model.end());
  statistics_.set("bounded.model-constraints", static_cast<double>(model.size()));
  return {std::move(all), {}};
}

bool Refinement::fixed_before(uint32_t a, uint32_t b) const {
  const Event &first = unrolled_.events[a], &second = unrolled_.events[b];
  if (first.kind == Event::Kind::initial) return second.kind != Event::Kind::initial;
  return !relaxations_.stale_reads && order_.precedes(a, b);
}

Term Refinement::before(uint32_t a, uint32_t b) {
  bool swapped = a > b;
  Term& literal = coherence_[swapped ? std::pair(b, a) : std::pair(a, b)];
  if (!literal) literal = terms_.fresh("co", logic::bool_sort());
  return swapped ? terms_.not_(literal) : literal;
}

Term Refinement::known_before(uint32_t a, uint32_t b) {
  if (fixed_before(a, b)) return terms_.boolean(true);
  return fixed_before(b, a) ? terms_.boolean(false) : before(a, b);
}

bool Refinement::is_plain(size_t id) const {
  return unrolled_.events[run_->origin[id]].order == core::MemoryOrder::plain;
}

void Refinement::propose(CandidateExecution run) {
  run_.emplace(std::move(run));
  unordered_.clear();
  if (!synchronising_.reads_are_visible) return;
  const std::vector<memory::Event>& events = run_->graph.events();
  for (const memory::Event& event : events) unordered_.insert(event.location);
  for (size_t i = 0; i < events.size(); ++i)
    if (!is_plain(i)) unordered_.erase(events[i].location);
}

std::vector<Term> Refinement::refute(const logic::Assignment& model) {
  statistics_.add("bounded.candidates");
  logic::Evaluator evaluate(model);
  Holds holds = [&](Term term) { return evaluate.holds(term); };
  auto source = [&](uint32_t read) {
    for (const Source& candidate : reads_from_.sources(read))
      if (evaluate.holds(candidate.taken)) return candidate.write;
    FP_UNREACHABLE("a read that takes no write");
  };
  propose(candidate_execution(unrolled_, mapping_, {holds, source}, ImpliedReads::left_out));
  Clauses clauses = refute_run(holds);
  if (clauses.empty() && has_implied_reads_) {
    propose(candidate_execution(unrolled_, mapping_, {holds, source}, ImpliedReads::shown));
    FP_CHECK_MSG(refute_run(holds).empty(), "a guarded cell that others change");
  }
  // A clause that the run satisfies would let the solver propose it again, for ever.
  for (Term clause : clauses) FP_CHECK(!evaluate.holds(clause));
  statistics_.add("bounded.clauses", static_cast<double>(clauses.size()));
  return clauses;
}

std::vector<Term> Refinement::sources_of(const CandidateExecution& run) const {
  std::vector<Term> all;
  run.graph.find_relation("rf")->for_each([&](size_t write, size_t read) {
    for (const Source& source : reads_from_.sources(run.origin[read]))
      if (source.write == run.origin[write]) all.push_back(source.taken);
  });
  return all;
}

std::vector<Term> Refinement::choices(const logic::Assignment& model, bool data) {
  std::vector<Term> literals;
  for (uint32_t read : reads_from_.reads()) {
    if (run_->number[read] == CandidateExecution::kAbsent || reads_from_.sources(read).size() < 2) continue;
    if (!unrolled_.events[read].observable) continue;
    const Relation& rf = run_->graph.relation("rf");
    for (const Source& source : reads_from_.sources(read)) {
      uint32_t write = run_->number[source.write];
      if (write != CandidateExecution::kAbsent && rf.test(write, run_->number[read])) literals.push_back(source.taken);
    }
  }
  if (chooses_coherence()) {
    // Of an order its neighbours say all.
    const Relation& co = run_->graph.relation("co");
    (co - co.compose(co)).for_each([&](size_t a, size_t b) {
      uint32_t from = run_->origin[a], to = run_->origin[b];
      bool observable = unrolled_.events[from].observable && unrolled_.events[to].observable;
      observable = observable && orders_writes_to(run_->graph.events()[a].location);
      if (observable && !fixed_before(from, to)) literals.push_back(before(from, to));
    });
  }
  if (!data) return literals;
  logic::Evaluator evaluate(model);
  std::unordered_set<Term> seen;
  auto add = [&](Term term) {
    if (!term.is_true() && seen.insert(term).second)
      literals.push_back(evaluate.holds(term) ? term : terms_.not_(term));
  };
  for (const Event& event : unrolled_.events) {
    if (!event.observable) continue;
    add(event.guard);
    if (event.cells.size() > 1 && evaluate.holds(event.guard))
      for (const Event::PossibleCell& possible : event.cells) add(possible.when);
  }
  return literals;
}

void Refinement::each_coherence(const std::function<bool(const Relation& co)>& visit) {
  if (chooses_coherence())
    visit(*run_->graph.find_relation("co"));
  else
    consistency_->each_coherence(run_->graph, visit);
}

std::vector<Term> Refinement::refute_run(const Holds& holds) {
  memory::ExecutionGraph& graph = run_->graph;
  if (!chooses_coherence()) {
    std::vector<memory::Reason> reasons = consistency_->violations_of_rf(graph, kReasonsARound);
    if (reasons.empty()) graph.relation("co") = consistency_->coherence();
    return clauses_of(reasons, holds);
  }
  if (Clauses cycles = order_writes(holds); !cycles.empty()) return cycles;
  std::optional<memory::Reason> reason = consistency_->violation(graph);
  return reason ? clauses_of({*reason}, holds) : Clauses{};
}

std::vector<Term> Refinement::clauses_of(const std::vector<memory::Reason>& reasons, const Holds& holds) {
  Clauses clauses;
  for (const memory::Reason& reason : reasons) {
    Term all = reason.by_absence ? terms_.boolean(true) : premise(reason, holds);
    if (reason.by_events) {
      Premises others(*this, holds);
      reason.by_absence ? others.everything_around(reason.cycle) : others.all_events();
      all = terms_.and_(all, others.all());
    }
    clauses.push_back(terms_.not_(all));
  }
  return clauses;
}

std::vector<Term> Refinement::order_writes(const Holds& holds) {
  memory::ExecutionGraph& graph = run_->graph;
  Relation& co = graph.relation("co");
  std::map<uint32_t, std::vector<EventId>> by_location;
  graph.find_set("W")->for_each(
      [&](size_t w) { by_location[graph.events()[w].location].push_back(static_cast<EventId>(w)); });
  Clauses clauses;
  for (const auto& [location, writes] : by_location) {
    if (!orders_writes_to(location)) {
      in_any_order(writes, co);
      continue;
    }
    for (EventId a : writes)
      for (EventId b : writes) {
        if (a >= b) continue;
        uint32_t x = run_->origin[a], y = run_->origin[b];
        bool first = fixed_before(x, y) || (!fixed_before(y, x) && holds(before(x, y)));
        first ? co.set(a, b) : co.set(b, a);
      }
    // A tournament is an order unless it has a cycle of three.
    for (EventId a : writes)
      for (EventId b : writes)
        for (EventId c : writes) {
          if (a >= b || a >= c || b == c || !co.test(a, b) || !co.test(b, c) || !co.test(c, a)) continue;
          Premises premises(*this, holds);
          premises.coherence(a, b);
          premises.coherence(b, c);
          premises.coherence(c, a);
          clauses.push_back(terms_.not_(premises.all()));
        }
  }
  return clauses;
}

// People are shown one that fits what is known to come before what.
void Refinement::in_any_order(const std::vector<EventId>& writes, Relation& co) const {
  auto earlier = [&](EventId write) {
    return std::count_if(writes.begin(), writes.end(),
                         [&](EventId other) { return fixed_before(run_->origin[other], run_->origin[write]); });
  };
  std::vector<std::pair<std::ptrdiff_t, EventId>> ranked;
  for (EventId write : writes) ranked.emplace_back(earlier(write), write);
  std::sort(ranked.begin(), ranked.end());
  for (size_t i = 0; i < ranked.size(); ++i)
    for (size_t k = i + 1; k < ranked.size(); ++k) co.set(ranked[i].second, ranked[k].second);
}

Term Refinement::premise(const memory::Reason& reason, const Holds& holds) {
  Premises premises(*this, holds);
  for (const memory::cat::NamedEdge& edge : reason.edges)
    if (edge.relation == "rf") premises.reads(edge.from, edge.to);
  for (const memory::cat::NamedEdge& edge : reason.edges) {
    if (edge.relation == "co") premises.coherence(edge.from, edge.to);
    if (edge.relation == "addr" || edge.relation == "data" || edge.relation == "ctrl")
      premises.dependency(edge.from, edge.to, edge.relation);
    premises.event(edge.from);
    premises.event(edge.to);
  }
  for (EventId event : reason.events) premises.event(event);
  return premises.all();
}

Term Refinement::premise(const logic::Assignment& model,
                         const std::optional<std::vector<memory::cat::NamedEdge>>& edges) {
  logic::Evaluator evaluate(model);
  Holds holds = [&](Term term) { return evaluate.holds(term); };
  if (edges) {
    memory::Reason reason;
    reason.edges = *edges;
    return premise(reason, holds);
  }
  Premises premises(*this, holds);
  premises.everything();
  return premises.all();
}

}  // namespace fencepost::runs
