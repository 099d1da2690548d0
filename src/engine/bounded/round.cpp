#include "engine/bounded/round.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "engine/bounded/run_graph.h"
#include "logic/evaluate.h"
#include "memory/store_order.h"
#include "runs/relevance.h"
#include "runs/twins.h"

namespace fencepost::engine::bounded {

using logic::Assignment;
using logic::Term;
using result::Claim;
using runs::Unordered;
using unroll::ChoiceRecord;
using unroll::Obligation;
using unroll::Site;

namespace {

unroll::Unrolled timed_unroll(const program::Cfa& cfa, const unroll::Options& options, logic::Terms& terms,
                              Budget& budget, Statistics& statistics) {
  Timer timer(statistics, "time.unroll");
  return unroll::unroll(cfa, options, terms, budget);
}

// By when all promises are kept; not before `end`.
uint32_t end_of_promises(const result::ConcurrentRun& run, uint32_t end) {
  for (const result::RunStep& step : run.steps)
    if (step.promised) end = std::max(end, step.source + 1);
  return end;
}

}  // namespace

Round::Round(const result::Task& task, const unroll::Options& unrolling, const result::EngineOptions& options,
             Budget& budget, Statistics& statistics)
    : task_(task),
      unrolled_(timed_unroll(task.cfa, unrolling, terms_, budget, statistics)),
      options_(options),
      budget_(budget),
      statistics_(statistics) {
  for (const auto& [name, value] : unrolled_.statistics.entries()) statistics_.set(name, value);
  const unroll::Unrolled& runs = searched(unrolling.model.sections_guard);
  search_ = search(runs);
  outline(runs);
}

const unroll::Unrolled& Round::searched(bool at_most_buffers) {
  if (!unrolled_.concurrent() || options_.encoding == result::Encoding::monolithic) return unrolled_;
  std::optional<memory::StoreOrder> order = memory::StoreOrder::of(task_.model);
  if (!order || (!order->interleaves() && !at_most_buffers)) return unrolled_;
  Timer timer(statistics_, "time.twins");
  auto twins = runs::twins(unrolled_, !order->interleaves(), budget_);
  statistics_.set("bounded.twins", static_cast<double>(twins.size()));
  if (twins.empty()) return unrolled_;
  sorted_ = unrolled_;
  sorted_.twins = std::move(twins);
  return sorted_;
}

void Round::outline(const unroll::Unrolled& runs) {
  if (refinement() == nullptr || options_.encoding == result::Encoding::monolithic ||
      !runs::events_may_be_left_out(*task_.model))
    return;
  std::vector<Term> roots;
  for (const Obligation& obligation : unrolled_.obligations) roots.push_back(obligation.failure);
  relevant_ = runs::only_relevant(runs, roots, terms_);
  size_t left_out = 0;
  for (size_t i = 0; i < relevant_.events.size(); ++i)
    left_out += !unrolled_.events[i].settled && relevant_.events[i].guard != unrolled_.events[i].guard;
  statistics_.set("bounded.irrelevant", static_cast<double>(left_out));
  if (left_out > 0) outline_ = search(relevant_);
}

void Round::limit(const runs::Effort& effort) {
  search_->limit(effort);
  if (outline_) outline_->limit(effort);
}

// The whole of a run whose relevant part is known has few choices left.
std::optional<Assignment> Round::ask(Term question) {
  if (!outline_) return search_->ask({question});
  std::optional<Assignment> part = outline_->ask({question});
  if (!part && !outline_->gave_up()) return std::nullopt;
  if (part) {
    std::vector<Term> assumptions = refinement()->sources_of(outline_->refinement()->run());
    assumptions.push_back(question);
    if (std::optional<Assignment> whole = search_->ask(assumptions)) return whole;
  }
  return search_->ask({question});
}

std::unique_ptr<runs::Search> Round::search(const unroll::Unrolled& runs) {
  using runs::Formula;
  Formula formula = options_.encoding == result::Encoding::monolithic ? Formula::whole
                    : options_.encoding == result::Encoding::ordered  ? Formula::ordered
                                                                      : Formula::cheap;
  return std::make_unique<runs::Search>(runs, task_.model, terms_, options_.solver, budget_, statistics_, formula);
}

// What is left when the program ends is there beside all that is left.
bool Round::ends_run(const Obligation& obligation) const {
  core::Undef kind = unrolled_.sites[obligation.site].undef;
  return obligation.kind != Kind::check || (kind != core::Undef::unfreed && kind != core::Undef::memory_leak);
}

// The run that a model describes stops at its first obligation.
const Obligation& Round::first_met(const Assignment& model) const {
  logic::Evaluator evaluate(model);
  auto first =
      std::find_if(unrolled_.obligations.begin(), unrolled_.obligations.end(), [&](const Obligation& obligation) {
        return !reported_.contains(obligation.site) && evaluate.holds(obligation.failure);
      });
  FP_CHECK(first != unrolled_.obligations.end());
  return *first;
}

// What comes after the failure is not shown, but for promises, which must be kept; nor are sections that never end, which
// would stop all others: they did not begin before it, and nobody read from them.
void Round::cut(Scheduled& scheduled, const Obligation& failed, uint32_t time) {
  std::vector<result::RunStep>& steps = scheduled.run.steps;
  steps.resize(std::min<size_t>(steps.size(), end_of_promises(scheduled.run, time)));
  auto comes_after = [&](uint32_t number) { return number >= time && steps[number].thread == failed.thread; };
  bool is_read = std::ranges::any_of(steps, [&](const result::RunStep& step) {
    return step.thread != failed.thread && step.source != result::RunStep::kInitial && comes_after(step.source);
  });
  fails_too_early_ = is_read && ends_run(failed);
  scheduled.leave_out([&](uint32_t number, const result::RunStep& step) {
    if (step.thread == failed.thread) return !is_read && comes_after(number);
    return number >= scheduled.stuck[step.thread];
  });
}

// Of several failures the one that the schedule meets first: what comes later may rest on what is undefined.
uint32_t Round::first_scheduled(const Assignment& model, Scheduled& scheduled) {
  logic::Evaluator evaluate(model);
  uint32_t best = 0, best_time = ~0u;
  for (uint32_t i = 0; i < unrolled_.obligations.size(); ++i) {
    const Obligation& obligation = unrolled_.obligations[i];
    if (obligation.kind != Kind::check || reported_.contains(obligation.site) || !evaluate.holds(obligation.failure))
      continue;
    uint32_t time = 0;  // steps that lead there
    for (uint32_t event = obligation.events; event-- > 0;) {
      if (unrolled_.events[event].thread != obligation.thread || scheduled.place[event] == ~0u) continue;
      // What is unsequenced may have been scheduled in another order.
      const unroll::Event& last = unrolled_.events[event];
      time = std::max(time, scheduled.place[event] + (last.is_access() && !last.at_end ? 1 : 0));
      if (last.sequence == unroll::Sequences::kThread) break;
    }
    if (time < best_time) {
      best = i;
      best_time = time;
    }
  }
  FP_CHECK(best_time != ~0u);
  cut(scheduled, unrolled_.obligations[best], best_time);
  return best;
}

Claim Round::explain(const Assignment& model) {
  fails_too_early_ = false;
  logic::Evaluator evaluate(model);
  std::optional<Scheduled> scheduled;
  if (refinement() != nullptr) scheduled = schedule(unrolled_, refinement()->run(), refinement()->relaxations(), model);
  const Obligation& first = scheduled ? unrolled_.obligations[first_scheduled(model, *scheduled)] : first_met(model);
  FP_CHECK(first.kind == Kind::check);
  const Site& site = unrolled_.sites[first.site];
  Claim claim;
  claim.kind = site.undef;
  claim.pos = site.pos;
  claim.function = site.function;
  claim.detail = site.detail;
  met_ = first.site;
  if (refinement() != nullptr) {
    if (scheduled) claim.graph = run_graph(unrolled_, refinement()->run(), *scheduled);
    claim.concurrent = scheduled ? std::move(scheduled->run) : result::ConcurrentRun{};
    claim.concurrent->ended_by = first.thread;
    return claim;
  }
  claim.choices = choices_of(model);
  return claim;
}

core::Choices Round::choices_of(const Assignment& model) const {
  logic::Evaluator evaluate(model);
  core::Choices choices;
  for (const ChoiceRecord& record : unrolled_.choices) {
    if (!evaluate.holds(record.guard)) continue;
    bool known = static_cast<bool>(record.value);
    choices.push_back({record.kind, known ? evaluate(record.value) : logic::Bits{0}, known});
  }
  return choices;
}

std::vector<Claim> Round::violations(bool all) {
  std::vector<Claim> found, too_early;
  for (;;) {
    // A check counts on runs that did nothing unsupported before; when all are wanted, on runs that fail nothing before.
    Term over = terms_.boolean(false);
    Term question = terms_.boolean(false);
    // With threads no order of the list is that of the run: the whole run must be clean.
    if (refinement() != nullptr)
      for (const Obligation& obligation : unrolled_.obligations)
        if (obligation.kind == Kind::unsupported || (reported_.contains(obligation.site) && ends_run(obligation)))
          over = terms_.or_(over, obligation.failure);
    for (const Obligation& obligation : unrolled_.obligations) {
      if (obligation.kind == Kind::unwinding) continue;
      if (obligation.kind == Kind::check && !reported_.contains(obligation.site))
        question = terms_.or_(question, terms_.and_(obligation.failure, terms_.not_(over)));
      if (refinement() == nullptr && (obligation.kind == Kind::unsupported || (all && ends_run(obligation))))
        over = terms_.or_(over, obligation.failure);
    }
    std::optional<Assignment> model = ask(question);
    if (!model) {
      // Harder to show, and to understand.
      if (all || found.empty()) std::ranges::move(too_early, std::back_inserter(found));
      return found;
    }
    violated_ = true;
    Claim claim = explain(*model);
    if (!fails_too_early_)
      found.push_back(std::move(claim));
    else if (!core::ends_program(claim.kind))
      too_early.push_back(std::move(claim));
    else
      too_early_ = unrolled_.sites[met_];
    if (!all && !found.empty()) return found;
    FP_CHECK(reported_.insert(met_).second);
  }
}

Claim Round::race_between(uint32_t write, uint32_t other) const {
  const unroll::Event &one = unrolled_.events[write], &two = unrolled_.events[other];
  Claim claim;
  claim.kind = core::Undef::data_race;
  claim.pos = one.pos;
  claim.function = one.function;
  claim.detail = fmt::format("thread {} writes here while thread {} {}{}", one.thread, two.thread,
                             two.kind == unroll::Event::Kind::write ? "writes" : "reads",
                             two.pos.valid() ? fmt::format(" at line {}", two.pos.line) : "");
  claim.concurrent.emplace();
  return claim;
}

std::vector<Claim> Round::races(bool all) {
  if (refinement() == nullptr) return {};
  return makes_races_undefined() ? unordered_accesses(all) : simultaneous_accesses(all);
}

std::vector<Claim> Round::unordered_accesses(bool all) {
  std::vector<Claim> found;
  std::vector<SourcePos> reported;
  Unordered unordered(unrolled_, *task_.model, terms_, budget_);
  while (auto race = unordered.race(*search_, reported, Unordered::Kind::contents)) {
    found.push_back(race_between(race->pair.write, race->pair.other));
    auto scheduled = schedule(unrolled_, refinement()->run(), refinement()->relaxations(), race->model);
    if (scheduled) {
      uint32_t last = std::max(scheduled->place[race->pair.write], scheduled->place[race->pair.other]);
      scheduled->run.steps.resize(end_of_promises(scheduled->run, last + 1));
      scheduled->run.races_at = last;
      found.back().graph = run_graph(unrolled_, refinement()->run(), *scheduled);
      found.back().concurrent = std::move(scheduled->run);
    }
    if (!all) break;
    reported.push_back(found.back().pos);
  }
  for (Unordered::Kind kind : {Unordered::Kind::beginning, Unordered::Kind::end})
    if (found.empty() && !used_outside_life_)
      if (auto race = unordered.race(*search_, {}, kind)) used_outside_life_ = use_outside_life(*race);
  return found;
}

Claim Round::use_outside_life(const Unordered::Found& race) const {
  const unroll::Event &write = unrolled_.events[race.pair.write], &use = unrolled_.events[race.pair.other];
  const bool is_end = race.pair.kind == Unordered::Kind::end;
  auto is_made = [&](const unroll::Allocation& made) {
    return made.object == unrolled_.cells[write.places[0].cell].object;
  };
  auto made = std::ranges::find_if(unrolled_.allocations, is_made);
  const bool is_heap = made != unrolled_.allocations.end() && made->storage == core::Storage::heap;
  Claim claim;
  claim.kind = !is_end   ? core::Undef::invalid_deref
               : is_heap ? core::Undef::use_after_free
                         : core::Undef::use_after_scope;
  claim.pos = use.pos;
  claim.function = use.function;
  claim.detail = fmt::format("nothing orders this {} at line {} of thread {}",
                             is_end ? "before the end of the object's life" : "after the allocation", write.pos.line,
                             write.thread);
  claim.concurrent.emplace();
  if (auto scheduled = schedule(unrolled_, refinement()->run(), refinement()->relaxations(), race.model)) {
    claim.graph = run_graph(unrolled_, refinement()->run(), *scheduled);
    claim.concurrent = std::move(scheduled->run);
  }
  claim.concurrent->uses_outside_life = use.thread;
  return claim;
}

// First of the abstraction that leaves out what no race depends on, since most data is of no interest here.
std::vector<Claim> Round::simultaneous_accesses(bool all) {
  std::vector<Claim> found;
  const memory::Relaxations& relaxations = refinement()->relaxations();
  bool has_buffers = relaxations.fits_store_buffers() && (relaxations.store_load || relaxations.store_store);
  races_ = std::make_unique<runs::Races>(unrolled_, !has_buffers, terms_, budget_);
  if (!races_->possible()) return found;
  unroll::Unrolled abstraction = races_->abstraction();
  std::unique_ptr<runs::Search> abstract;
  if (runs::events_may_be_left_out(*task_.model)) abstract = search(abstraction);
  stopping_ = search(races_->stopping());
  std::vector<SourcePos> reported;
  auto ask = [&](Term also) -> std::optional<Assignment> {
    Term question = terms_.and_(races_->question(reported), also);
    if (abstract) {
      std::optional<Assignment> model = abstract->ask({question});
      if (!model && !abstract->gave_up()) return std::nullopt;
      if (model) model = stopping_->ask({terms_.and_(races_->racing(*model, reported).here, also)});
      if (model) return model;
    }
    return stopping_->ask({question});
  };
  for (;;) {
    std::optional<Assignment> model;
    if (has_buffers && races_->watched()) model = ask(races_->watched());  // with empty buffers first
    if (!model) model = ask(terms_.boolean(true));
    if (!model) return found;
    runs::Races::Pair racing = races_->racing(*model, reported);
    found.push_back(race_between(racing.write, racing.other));
    const runs::Refinement& runs = *stopping_->refinement();
    if (auto scheduled = schedule(races_->stopping(), runs.run(), runs.relaxations(), *model)) {
      std::erase_if(scheduled->run.steps,
                    [&](const result::RunStep& step) { return step.thread == races_->observer(); });
      found.back().graph = run_graph(races_->stopping(), runs.run(), *scheduled, races_->observer());
      result::ConcurrentRun& run = found.back().concurrent.emplace(std::move(scheduled->run));
      run.stops_before_race = true;
      for (uint32_t event : {racing.write, racing.other}) run.steps.push_back(next_step(unrolled_, event, *model));
    }
    if (!all) return found;
    reported.push_back(found.back().pos);
  }
}

runs::Search& Round::resting_runs() {
  if (!stuck_) {
    stuck_ = std::make_unique<runs::Stuck>(unrolled_, terms_);
    resting_ = search(stuck_->watched());
  }
  return *resting_;
}

std::vector<Claim> Round::standstills(core::Undef kind, bool all) {
  std::vector<Claim> found;
  std::vector<SourcePos> reported;
  runs::Search& resting = resting_runs();
  while (std::optional<Assignment> model = resting.ask({stuck_->question(kind, reported)})) {
    Claim claim;
    claim.kind = kind;
    std::vector<const unroll::Wait*> waits = stuck_->waits(kind, *model);
    auto open = std::find_if(waits.begin(), waits.end(), [&](const unroll::Wait* wait) {
      return std::find(reported.begin(), reported.end(), wait->pos) == reported.end();
    });
    std::rotate(waits.begin(), open, open + 1);
    claim.pos = waits.front()->pos;
    claim.function = waits.front()->function;
    for (const unroll::Wait* wait : waits)
      claim.detail +=
          fmt::format("{}thread {} waits at line {}", claim.detail.empty() ? "" : ", ", wait->thread, wait->pos.line);
    if (auto* runs = resting.refinement()) {
      claim.concurrent.emplace();
      if (auto scheduled = schedule(stuck_->watched(), runs->run(), runs->relaxations(), *model)) {
        std::erase_if(scheduled->run.steps,
                      [&](const result::RunStep& step) { return step.thread == stuck_->observer(); });
        claim.graph = run_graph(stuck_->watched(), runs->run(), *scheduled, stuck_->observer());
        claim.concurrent = std::move(scheduled->run);
      }
    } else {
      claim.choices = choices_of(*model);
    }
    found.push_back(std::move(claim));
    if (!all) break;
    reported.push_back(found.back().pos);
  }
  return found;
}

std::vector<Term> Round::failures_of_clean_runs() {
  std::vector<Term> failures;
  Term over = terms_.boolean(false);
  for (const Obligation& obligation : unrolled_.obligations) {
    failures.push_back(terms_.and_(obligation.failure, terms_.not_(over)));
    // Without a violation no check can fail, and the chain is not needed.
    if (violated_ && obligation.kind == Kind::check) over = terms_.or_(over, obligation.failure);
  }
  return failures;
}

std::optional<Site> Round::unsupported() {
  std::vector<Term> failures = failures_of_clean_runs();
  Term question = terms_.boolean(false);
  for (size_t i = 0; i < failures.size(); ++i)
    if (unrolled_.obligations[i].kind == Kind::unsupported) question = terms_.or_(question, failures[i]);
  std::optional<Assignment> model = ask_outline(question);
  if (!model) return std::nullopt;
  logic::Evaluator evaluate(*model);
  for (size_t i = 0; i < failures.size(); ++i)
    if (unrolled_.obligations[i].kind == Kind::unsupported && evaluate.holds(failures[i]))
      return unrolled_.sites[unrolled_.obligations[i].site];
  FP_UNREACHABLE("a model of nothing");
}

std::vector<Site> Round::unfinished() {
  std::vector<Term> failures = failures_of_clean_runs();
  std::vector<Site> found;
  std::set<std::tuple<unroll::LoopId, bool, bool>> loops;
  auto each_open = [&](auto&& visit) {
    for (size_t i = 0; i < failures.size(); ++i) {
      const Site& site = unrolled_.sites[unrolled_.obligations[i].site];
      if (unrolled_.obligations[i].kind == Kind::unwinding && !loops.contains({site.loop, site.deepens, site.certain}))
        visit(site, failures[i]);
    }
  };
  for (;;) {
    Term question = terms_.boolean(false);
    each_open([&](const Site&, Term failure) { question = terms_.or_(question, failure); });
    std::optional<Assignment> model = ask_outline(question);
    if (!model) return found;
    logic::Evaluator evaluate(*model);
    each_open([&](const Site& site, Term failure) {
      if (!evaluate.holds(failure)) return;
      loops.insert({site.loop, site.deepens, site.certain});
      found.push_back(site);
    });
  }
}

bool Round::all_are_cut() {
  Term question = unrolled_.threads[0].finished;
  for (const unroll::ThreadInfo& thread : unrolled_.threads)
    if (thread.exited) question = terms_.or_(question, thread.exited);
  for (const Obligation& obligation : unrolled_.obligations)
    if (obligation.kind == Kind::unwinding && unrolled_.sites[obligation.site].endless && obligation.thread == 0)
      question = terms_.or_(question, obligation.failure);
  for (const Obligation& obligation : unrolled_.obligations)
    if (obligation.kind == Kind::unwinding && !unrolled_.sites[obligation.site].endless)
      question = terms_.and_(question, terms_.not_(obligation.failure));
  if (ask_outline(question) || gave_up()) return false;
  // One that stands still for ever has no end, but nothing of it is cut.
  runs::Search& resting = resting_runs();
  return !resting.ask({stuck_->stuck()});
}

bool Round::looks_at_all(const program::CheckPlaces& checks) {
  using core::Undef;
  // What is told from whole runs has no place of its own.
  for (Undef kind : {Undef::data_race, Undef::deadlock, Undef::liveness, Undef::memory_leak, Undef::unfreed})
    if (task_.property.checks.has(kind)) return false;
  std::vector<Term> open;
  for (const program::Procedure& procedure : task_.cfa.procedures) {
    const std::vector<bool>& places = checks.of(procedure.function);
    for (uint32_t place = 0; place < places.size(); ++place) {
      if (!places[place]) continue;
      auto known = unrolled_.looked_at.find({procedure.function, program::Loc{place}});
      if (known == unrolled_.looked_at.end()) return false;
      open.push_back(known->second);
    }
  }
  bool any = !open.empty();
  while (!open.empty()) {
    std::optional<Assignment> model = search_->ask({open.back()});
    if (!model) return false;
    logic::Evaluator evaluate(*model);
    std::erase_if(open, [&](Term reached) { return evaluate.holds(reached); });
  }
  return any;
}

}  // namespace fencepost::engine::bounded
