#include "unroll/atomic_sections.h"

#include <algorithm>
#include <set>

#include "unroll/event_log.h"

namespace fencepost::unroll {

uint32_t AtomicSections::open() {
  auto section = static_cast<uint32_t>(all_.size());
  all_.push_back({section, to_.events.size(), to_.obligations.size(), terms_.boolean(false)});
  return section;
}

void AtomicSections::leave(const State& state) {
  if (to_.left.size() <= state.section) to_.left.resize(state.section + 1, terms_.boolean(false));
  Term& left = to_.left[state.section];
  left = terms_.or_(left, state.path->guard);
}

uint32_t AtomicSections::join(uint32_t a, uint32_t b) {
  auto [first, second] = std::minmax({first_of(a), first_of(b)});
  all_[second].joined_to = first;
  return first;
}

bool AtomicSections::has_ended(uint32_t section) const {
  section = first_of(section);
  return section < to_.left.size() && !to_.left[section].is_false();
}

uint32_t AtomicSections::first_of(uint32_t section) const {
  while (all_[section].joined_to != section) section = all_[section].joined_to;
  return section;
}

Term AtomicSections::has_done(Event::Kind kind, const State& state, Term also) const {
  Term some = terms_.boolean(false);
  const uint32_t section = first_of(state.section);
  for (size_t i = all_[section].first_event; i < to_.events.size(); ++i) {
    const Event& event = to_.events[i];
    if (event.kind == kind && is_in(event, section))
      some = terms_.or_(some, terms_.and_(EventLog::happened(event, state), also));
  }
  return some;
}

Term AtomicSections::has_failed(const State& state) const {
  Term some = terms_.boolean(false);
  for (size_t i = all_[first_of(state.section)].first_obligation; i < to_.obligations.size(); ++i) {
    const Obligation& obligation = to_.obligations[i];
    if (obligation.kind == Obligation::Kind::check && obligation.thread == state.thread)
      some = terms_.or_(some, obligation.failure);
  }
  return some;
}

void AtomicSections::stop(const Step& step, const State& state, Term when) {
  if (state.section == 0 || when.is_false()) return;
  Term& stopped = all_[first_of(state.section)].stopped;
  stopped = terms_.or_(stopped, terms_.and_(state.path->guard, when));
  // The failure is one of the program, but no run without the section shows it; nor are there the threads that it makes.
  records_.unsupported(step, terms_.and_(has_failed(state), has_done(Event::Kind::write, state, when)),
                       "an atomic section that does not come to its end, after a check in it fails");
  records_.unsupported(step, has_done(Event::Kind::spawn, state, when),
                       "an atomic section that makes a thread and does not come to its end");
  if (races_are_undefined_)
    records_.unsupported(step, has_done(Event::Kind::write, state, when),
                         "an atomic section that writes and does not come to its end, where races are undefined");
}

void AtomicSections::wait(const Step& step, const State& state, Term when) {
  if (state.section == 0) return;
  records_.unsupported(step, has_done(Event::Kind::write, state, when),
                       "a wait inside an atomic section that has written", true);
  stop(step, state, when);
}

void AtomicSections::settle() {
  to_.left.resize(all_.size(), terms_.boolean(false));
  for (auto i = static_cast<uint32_t>(all_.size()); i-- > 1;) {
    uint32_t joined = all_[i].joined_to;
    if (joined == i) continue;
    to_.left[joined] = terms_.or_(to_.left[joined], to_.left[i]);
    all_[joined].stopped = terms_.or_(all_[joined].stopped, all_[i].stopped);
  }
  for (Event& event : to_.events) event.section = first_of(event.section);
  for (uint32_t i = 1; i < all_.size(); ++i)
    if (all_[i].joined_to == i && !all_[i].stopped.is_false()) take_back(i, all_[i].stopped);
}

void AtomicSections::take_back(uint32_t section, Term stopped) {
  std::set<uint32_t> written;  // cells
  for (size_t i = all_[section].first_event; i < to_.events.size(); ++i) {
    Event& event = to_.events[i];
    if (event.section != section) continue;
    bool is_of_writes = event.kind == Event::Kind::write;
    for (const Event::PossibleCell& at : event.cells) {
      if (event.kind == Event::Kind::write) written.insert(at.cell);
      is_of_writes = is_of_writes || (event.kind == Event::Kind::read && written.contains(at.cell));
    }
    if (!is_of_writes) continue;
    event.attempted = event.guard;
    event.when = terms_.and_(event.when, terms_.not_(stopped));
    event.guard = terms_.and_(event.guard, terms_.not_(stopped));
  }
}

}  // namespace fencepost::unroll
