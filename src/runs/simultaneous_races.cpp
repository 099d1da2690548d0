#include "runs/simultaneous_races.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_set>

#include "base/check.h"
#include "logic/evaluate.h"
#include "logic/variables.h"
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
      order_(unrolled),
      by_cell_(unrolled.cells.size()),
      stopping_(unrolled) {
  for (uint32_t i = 0; i < unrolled.events.size(); ++i) {
    const Event& event = unrolled.events[i];
    if (event.section != 0 && (event.kind == Event::Kind::read || event.kind == Event::Kind::write))
      in_section_[event.section].push_back(i);
    if (!one_memory && event.kind == Event::Kind::write && event.partner == Event::kNone && event.section == 0)
      for (const Event::PossibleCell& possible : event.cells) waiting_.insert(possible.cell);
    if (!is_access(event) || event.at_end) continue;
    for (const Event::PossibleCell& possible : event.cells)
      if (!unroll::is_of_life(unrolled.cells[possible.cell].at)) by_cell_[possible.cell].push_back(i);
  }
  for (uint32_t i = 0; i < unrolled.events.size(); ++i)
    if (hangs_on_section(i) && finds_what_is_last(i) && may_race(i))
      for (uint32_t before : in_section_.at(unrolled.events[i].section))
        if (before <= i && unrolled.events[before].kind == Event::Kind::read)
          for (const Event::PossibleCell& possible : unrolled.events[before].cells) decisive_.insert(possible.cell);
  stop_threads();
  watch();
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

// Does whether and where the access happens, or if it writes, hang on what its section reads?
bool SimultaneousRaces::hangs_on_section(uint32_t event) const {
  const Event& access = unrolled_.events[event];
  if (access.section == 0 || !is_access(access)) return false;
  std::vector<Term> asked{access.is_tried(), would_write(event)};
  for (const Event::PossibleCell& possible : access.cells) asked.push_back(possible.when);
  std::unordered_set<Term> read;
  for (uint32_t i : in_section_.at(access.section))
    if (const Event& other = unrolled_.events[i]; i <= event && other.kind == Event::Kind::read)
      for (Term variable : logic::variables_of({other.value.term, other.value.offset, other.value.unspecified}))
        read.insert(variable);
  if (read.empty()) return false;
  return std::ranges::any_of(logic::variables_of(asked), [&](Term variable) { return read.contains(variable); });
}

// Updates and sections are not over while a store of theirs waits.
bool SimultaneousRaces::finds_what_is_last(uint32_t event) const {
  if (waiting_.empty()) return true;
  const Event& access = unrolled_.events[event];
  auto waits = [&](const Event::PossibleCell& possible) { return waiting_.contains(possible.cell); };
  if (access.section == 0) return std::ranges::none_of(access.cells, waits);
  return std::ranges::none_of(in_section_.at(access.section), [&](uint32_t other) {
    return other <= event && std::ranges::any_of(unrolled_.events[other].cells, waits);
  });
}

// When all threads have stopped an observer reads the cells of updates: what it finds they would find.
void SimultaneousRaces::watch() {
  std::vector<Stop> updates, in_sections;
  for (const Stop& stop : stops_) {
    if (hangs_on_value(stop.event)) updates.push_back(stop);
    if (hangs_on_section(stop.event) && finds_what_is_last(stop.event)) in_sections.push_back(stop);
  }
  watch_at_any_time();
  if (updates.empty() && in_sections.empty()) return;
  watched_ = terms_.fresh("watched", logic::bool_sort());
  std::vector<Term> made(stopping_.threads.size(), terms_.boolean(false));
  made[0] = terms_.boolean(true);
  for (const Event& event : stopping_.events)
    if (event.kind == Event::Kind::start) made[event.thread] = event.guard;
  Observer observer(stopping_, watched_, made, terms_);
  for (const Stop& stop : updates) {
    observer.finds(unrolled_.events[stop.event], stop.here);
    updates_.insert(stop.event);
  }
  go_on_in_sections(observer, in_sections);
  looked_at_.insert(looked_at_.end(), observer.variables().begin(), observer.variables().end());
}

// What a section has written itself it finds without looking into memory.
void SimultaneousRaces::watch_at_any_time() {
  std::optional<Observer> observer;
  for (const Stop& stop : stops_) {
    if (!is_open(stop.event)) continue;
    if (!observer) observer.emplace(stopping_, terms_);
    const Event& access = unrolled_.events[stop.event];
    std::vector<uint32_t> events{stop.event};
    if (access.section != 0) events = in_section_.at(access.section);
    std::set<uint32_t> written;
    for (uint32_t i : events) {
      const Event& event = unrolled_.events[i];
      auto is_own = [&](const Event::PossibleCell& possible) { return written.contains(possible.cell); };
      if (event.kind == Event::Kind::write)
        for (const Event::PossibleCell& possible : event.cells) written.insert(possible.cell);
      else if (i <= stop.event && std::ranges::none_of(event.cells, is_own))
        observer->finds(event, terms_.and_(stop.here, event.is_tried()));
    }
  }
  if (observer) looked_at_ = observer->variables();
}

void SimultaneousRaces::go_on_in_sections(Observer& observer, const std::vector<Stop>& stops) {
  Term somewhere = terms_.boolean(false);
  for (const Stop& stop : stops) {
    Term here = goes_on_.try_emplace(stop.event, terms_.fresh("goes_on", logic::bool_sort())).first->second;
    stopping_.constraints.push_back(terms_.implies(here, terms_.and_(stop.here, terms_.not_(somewhere))));
    somewhere = terms_.or_(somewhere, here);
  }
  for (const auto& [section, events] : in_section_)
    for (uint32_t i : events) {
      const Event& event = unrolled_.events[i];
      Term comes = terms_.boolean(false);  // to an access behind this one; an update reads before it writes
      for (uint32_t access : events)
        if (auto goal = goes_on_.find(access);
            goal != goes_on_.end() && (i < access || (i == access && event.partner != Event::kNone)))
          comes = terms_.or_(comes, goal->second);
      if (!comes.is_false()) observer.does(event, terms_.and_(comes, event.is_tried()));
    }
  // Nor may a check fail on the way.
  for (const auto& [access, here] : goes_on_) {
    const Event& event = unrolled_.events[access];
    const uint32_t first = in_section_.at(event.section).front();
    for (const Obligation& obligation : unrolled_.obligations)
      if (obligation.kind != Obligation::Kind::unwinding && obligation.thread == event.thread &&
          obligation.events > first && obligation.events <= access)
        wrong_.push_back(terms_.and_(here, obligation.failure));
  }
}

// Its thread stands before it, and would come to it.
Term SimultaneousRaces::stands(const Stop& stop) const {
  auto in_section = goes_on_.find(stop.event);
  return in_section == goes_on_.end() ? stop.here : terms_.and_(in_section->second, watched_);
}

Term SimultaneousRaces::writes_here(const Stop& stop) const {
  Term writes = terms_.and_(stands(stop), would_write(stop.event));
  return updates_.contains(stop.event) && finds_what_is_last(stop.event) ? terms_.and_(writes, watched_) : writes;
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

bool SimultaneousRaces::may_stop(uint32_t event) const {
  const Event& access = unrolled_.events[event];
  auto is_decisive = [&](const Event::PossibleCell& possible) { return decisive_.contains(possible.cell); };
  return may_race(event) || (is_access(access) && writes(access) && std::ranges::any_of(access.cells, is_decisive));
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
    if (step(unrolled_.events[i]) != std::pair(0u, 0u) && may_stop(i)) at_once[step(unrolled_.events[i])].push_back(i);
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
    } else if (step(event) == std::pair(0u, 0u) && may_stop(i)) {
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
    if (hangs(stop.event)) roots.push_back(would_write(stop.event));
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
      add(standing.any, stands(stop));
      if (!is_atomic(event)) add(standing.plain, stands(stop));
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
      if (!evaluate.holds(stands(two)) || !conflict(one.event, two.event)) continue;
      Term same = same_cell(write, unrolled_.events[two.event], terms_);
      if (!evaluate.holds(same)) continue;
      Term here = terms_.and_(terms_.and_(writes_here(one), stands(two)), same);
      for (Term wrong : wrong_) here = terms_.and_(here, terms_.not_(wrong));
      return {one.event, two.event, here};
    }
  }
  FP_UNREACHABLE("a race between nobody");
}

}  // namespace fencepost::runs
