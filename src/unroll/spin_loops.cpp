#include "unroll/spin_loops.h"

namespace fencepost::unroll {

Term SpinLoops::is_idle(const Frame& frame, program::Loc head, const HeadVisit& last, const State& state) {
  if (state.concurrent && !model_.reads_may_go) return terms_.boolean(false);
  Term all = equality_.states(frame, head, last, state);
  if (!all.is_false()) all = terms_.and_(all, without_effect(last.events, state));
  idle_ += !all.is_false();
  return all;
}

Term SpinLoops::may_repeat(const Frame& frame, program::Loc head, const HeadVisit& last, const State& state) {
  if (model_.reads_may_go && model_.idle_updates_may_go && !model_.keep_dependencies) return terms_.boolean(false);
  Term same = equality_.states(frame, head, last, state, Of::values);
  return same.is_false() ? same : terms_.and_(same, without_effect(last.events, state, Of::values));
}

bool SpinLoops::has_no_effect(const Event& event, const State& state, Of of) const {
  switch (event.kind) {
    case Event::Kind::read:
    case Event::Kind::fence:
      return true;
    case Event::Kind::write:
      // The write of a compare-exchange that failed, or an update that wrote what it had read: whoever reads it may as
      // well read what it read.
      return event.of_wait || paths_.decided(state.path, event.when) == false || writes_what_it_read(event, state, of);
    default:
      return false;
  }
}

bool SpinLoops::writes_what_it_read(const Event& write, const State& state, Of of) const {
  if ((!model_.idle_updates_may_go && of == Of::runs) || write.partner == Event::kNone ||
      events_[write.partner].kind != Event::Kind::read)
    return false;
  return paths_.decided(state.path, equality_.values(write.value, events_[write.partner].value, of)) == true;
}

// Paths that met at the head may have done different things, so a write may have happened on some of them only.
Term SpinLoops::without_effect(size_t first, const State& state, Of of) const {
  Term all = terms_.boolean(true);
  uint32_t given_up = Event::kNone;  // the lock that the thread waits without
  for (size_t i = first; i < events_.size() && !all.is_false(); ++i) {
    const Event& event = events_[i];
    // Of two locks each is free at its own time, so the thread cannot have waited all the while without both.
    if (event.of_wait) {
      uint32_t lock = event.cells[0].cell;
      if (given_up != Event::kNone && given_up != lock) return terms_.boolean(false);
      given_up = lock;
    }
    if (has_no_effect(event, state, of)) continue;
    if (event.kind != Event::Kind::write) return terms_.boolean(false);
    Term writes = EventLog::happened(event, state);
    if (event.partner != Event::kNone && (model_.idle_updates_may_go || of == Of::values))
      writes = terms_.and_(writes, terms_.not_(equality_.values(event.value, events_[event.partner].value, of)));
    all = terms_.and_(all, terms_.not_(writes));
  }
  return all;
}

}  // namespace fencepost::unroll
