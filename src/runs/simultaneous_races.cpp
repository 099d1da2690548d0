#include "runs/simultaneous_races.h"

#include <algorithm>
#include <map>

#include "base/check.h"
#include "logic/evaluate.h"
#include "runs/observer.h"
#include "runs/relevance.h"
#include "unroll/sharing.h"

namespace fencepost::runs {

using logic::Term;
using unroll::Event;
using unroll::Obligation;

namespace {

// An update stands for itself by its read.
bool is_access(const Event& event) {
  return event.kind == Event::Kind::read || (event.kind == Event::Kind::write && event.partner == Event::kNone);
}
bool writes(const Event& event) { return event.kind == Event::Kind::write || event.partner != Event::kNone; }
bool is_atomic(const Event& event) { return event.order != core::MemoryOrder::plain || event.section != 0; }

bool contains(const std::vector<SourcePos>& positions, const SourcePos& pos) {
  return std::find(positions.begin(), positions.end(), pos) != positions.end();
}

bool at_same_cell(const Event& a, const Event& b) {
  return std::any_of(a.cells.begin(), a.cells.end(), [&](const Event::PossibleCell& x) {
    return std::any_of(b.cells.begin(), b.cells.end(), [&](const Event::PossibleCell& y) { return x.cell == y.cell; });
  });
}

}  // namespace

SimultaneousRaces::SimultaneousRaces(const unroll::Unrolled& unrolled, bool one_memory, logic::Terms& terms,
                                     Budget& budget)
    : unrolled_(unrolled),
      terms_(terms),
      budget_(budget),
      one_memory_(one_memory),
      order_(unrolled),
      by_cell_(unrolled.cells.size()),
      stopping_(unrolled) {
  for (uint32_t i = 0; i < unrolled.events.size(); ++i) {
    const Event& event = unrolled.events[i];
    if (!is_access(event) || event.at_end) continue;
    for (const Event::PossibleCell& possible : event.cells)
      if (!unroll::is_of_life(unrolled.cells[possible.cell].at)) by_cell_[possible.cell].push_back(i);
  }
  stop_threads();
  watch_updates();
}

// An update that does not find what it compares with is a read (C11 7.17.7.4p2).
Term SimultaneousRaces::would_write(uint32_t event) const {
  const Event& access = unrolled_.events[event];
  if (access.kind == Event::Kind::write) return terms_.boolean(true);
  return access.partner == Event::kNone ? terms_.boolean(false) : unrolled_.events[access.partner].is_tried();
}

// Does the race with a plain read hang on what an update that its thread stands before would find?
bool SimultaneousRaces::hangs_on_value(uint32_t event) const {
  const Event& update = unrolled_.events[event];
  if (update.partner == Event::kNone || update.section != 0) return false;
  if (unrolled_.events[update.partner].guard == update.guard) return false;
  return std::any_of(stops_.begin(), stops_.end(), [&](const Stop& stop) {
    return !writes(unrolled_.events[stop.event]) && conflict(event, stop.event);
  });
}

// An observer reads the cells of such updates when all threads have stopped: what it finds they would find.
void SimultaneousRaces::watch_updates() {
  std::vector<Stop> updates;
  for (const Stop& stop : stops_)
    if (hangs_on_value(stop.event)) updates.push_back(stop);
  if (updates.empty()) return;
  watched_ = terms_.fresh("watched", logic::bool_sort());
  std::vector<Term> made(stopping_.threads.size(), terms_.boolean(false));
  made[0] = terms_.boolean(true);
  for (const Event& event : stopping_.events)
    if (event.kind == Event::Kind::start) made[event.thread] = event.guard;
  Observer observer(stopping_, watched_, made, terms_);
  observer_ = observer.thread();
  for (const Stop& stop : updates) {
    observer.finds(unrolled_.events[stop.event], stop.here);
    updates_.insert(stop.event);
  }
  looked_at_ = observer.variables();
}

Term SimultaneousRaces::writes_here(const Stop& stop) const {
  Term writes = terms_.and_(stop.here, would_write(stop.event));
  return one_memory_ && updates_.contains(stop.event) ? terms_.and_(writes, watched_) : writes;
}

bool SimultaneousRaces::conflict(uint32_t write, uint32_t other) const {
  const Event &a = unrolled_.events[write], &b = unrolled_.events[other];
  return writes(a) && a.thread != b.thread && !(is_atomic(a) && is_atomic(b)) && at_same_cell(a, b);
}

bool SimultaneousRaces::may_race(uint32_t event) const {
  if (!is_access(unrolled_.events[event])) return false;
  for (const Event::PossibleCell& possible : unrolled_.events[event].cells)
    for (uint32_t other : by_cell_[possible.cell])
      if ((conflict(event, other) || conflict(other, event)) && !order_.precedes(event, other) &&
          !order_.precedes(other, event))
        return true;
  return false;
}

// The thread of the event, which has not stopped before, may stop here.
Term SimultaneousRaces::stop(uint32_t event, Term stopped) {
  Term here = terms_.fresh("stop", logic::bool_sort());
  Term alive = terms_.and_(unrolled_.events[event].is_tried(), terms_.not_(stopped));
  stopping_.constraints.push_back(terms_.implies(here, alive));
  stops_.push_back({event, here});
  return here;
}

// One pass, since threads stand in the list where they are made: for each thread the condition under which it has stopped.
// Who waits for a thread that comes later in the list asks a variable, which is tied to that condition in the end.
void SimultaneousRaces::stop_threads() {
  stopping_.threads_stop = true;
  // Nobody stops inside a section or in the middle of an access.
  auto step = [](const Event& event) { return std::pair(event.section, event.section != 0 ? 0 : event.whole); };
  std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> at_once;
  for (uint32_t i = 0; i < unrolled_.events.size(); ++i)
    if (step(unrolled_.events[i]) != std::pair(0u, 0u) && may_race(i)) at_once[step(unrolled_.events[i])].push_back(i);
  std::map<uint32_t, Term> stopped;
  auto has_stopped = [&](uint32_t thread) -> Term& {
    return stopped.try_emplace(thread, terms_.boolean(false)).first->second;
  };
  std::map<uint32_t, Term> asked_early;
  size_t next_obligation = 0;
  auto pass_obligations = [&](uint32_t event) {
    for (; next_obligation < unrolled_.obligations.size(); ++next_obligation) {
      const Obligation& obligation = unrolled_.obligations[next_obligation];
      if (obligation.events > event) return;
      if (obligation.kind != Obligation::Kind::unwinding)
        wrong_.push_back(terms_.and_(obligation.failure, terms_.not_(has_stopped(obligation.thread))));
    }
  };
  for (uint32_t i = 0; i < stopping_.events.size(); ++i) {
    budget_.check();
    pass_obligations(i);
    Event& event = stopping_.events[i];
    if (event.kind == Event::Kind::initial) continue;
    if (event.kind == Event::Kind::start)
      has_stopped(event.thread) = has_stopped(unrolled_.threads[event.thread].parent);
    if (event.kind == Event::Kind::join && event.partner != Event::kNone) {
      uint32_t other = unrolled_.events[event.partner].thread;
      Term stands = has_stopped(other);
      if (event.partner > i)
        stands = asked_early.try_emplace(other, terms_.fresh("stopped", logic::bool_sort())).first->second;
      Term& mine = has_stopped(event.thread);
      mine = terms_.or_(mine, terms_.and_(event.guard, stands));
    }
    Term& mine = has_stopped(event.thread);
    Term before = mine;
    if (auto all = at_once.find(step(event)); all != at_once.end()) {
      for (uint32_t access : all->second) mine = terms_.or_(mine, stop(access, before));
      at_once.erase(all);
    } else if (step(event) == std::pair(0u, 0u) && may_race(i)) {
      mine = terms_.or_(mine, stop(i, before));
    }
    event.guard = terms_.and_(event.guard, terms_.not_(mine));
  }
  pass_obligations(Event::kNone);
  for (const auto& [thread, stands] : asked_early)
    stopping_.constraints.push_back(terms_.eq(stands, has_stopped(thread)));
}

unroll::Unrolled SimultaneousRaces::abstraction() const {
  std::vector<Term> roots = wrong_;
  roots.insert(roots.end(), looked_at_.begin(), looked_at_.end());
  for (const Stop& stop : stops_) {
    const Event& event = unrolled_.events[stop.event];
    roots.push_back(event.is_tried());
    if (updates_.contains(stop.event)) roots.push_back(would_write(stop.event));
    if (event.cells.size() > 1)
      for (const Event::PossibleCell& possible : event.cells) roots.push_back(possible.when);
  }
  return only_relevant(stopping_, roots, terms_);
}

Term SimultaneousRaces::question(const std::vector<SourcePos>& except) const {
  // By cell and thread: who stands before a plain or an atomic write, before a plain or any access.
  struct Standing {
    Term plain_write, write, plain, any;
  };
  std::map<uint32_t, std::map<uint32_t, Standing>> cells;
  Term never = terms_.boolean(false);
  for (const Stop& stop : stops_) {
    const Event& event = unrolled_.events[stop.event];
    for (const Event::PossibleCell& possible : event.cells) {
      Standing& standing =
          cells[possible.cell].try_emplace(event.thread, Standing{never, never, never, never}).first->second;
      auto add = [&](Term& sum, Term here) {
        sum = terms_.or_(sum, event.cells.size() > 1 ? terms_.and_(here, possible.when) : here);
      };
      add(standing.any, stop.here);
      if (!is_atomic(event)) add(standing.plain, stop.here);
      if (!writes(event) || contains(except, event.pos)) continue;
      add(standing.write, writes_here(stop));
      if (!is_atomic(event)) add(standing.plain_write, writes_here(stop));
    }
  }
  Term some = never;
  for (const auto& [cell, threads] : cells)
    for (const auto& [first, one] : threads)
      for (const auto& [second, other] : threads) {
        if (first == second) continue;
        some = terms_.or_(some, terms_.and_(one.plain_write, other.any));
        some = terms_.or_(some, terms_.and_(one.write, other.plain));
      }
  for (Term wrong : wrong_) some = terms_.and_(some, terms_.not_(wrong));
  return some;
}

SimultaneousRaces::Pair SimultaneousRaces::racing(const logic::Assignment& model,
                                                  const std::vector<SourcePos>& except) const {
  logic::Evaluator evaluate(model);
  for (const Stop& one : stops_) {
    const Event& write = unrolled_.events[one.event];
    if (!evaluate.holds(writes_here(one)) || contains(except, write.pos)) continue;
    for (const Stop& two : stops_) {
      if (!evaluate.holds(two.here) || !conflict(one.event, two.event)) continue;
      Term same = same_cell(write, unrolled_.events[two.event], terms_);
      if (!evaluate.holds(same)) continue;
      Term here = terms_.and_(terms_.and_(writes_here(one), two.here), same);
      for (Term wrong : wrong_) here = terms_.and_(here, terms_.not_(wrong));
      return {one.event, two.event, here};
    }
  }
  FP_UNREACHABLE("a race between nobody");
}

}  // namespace fencepost::runs
