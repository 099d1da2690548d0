#include "unroll/initial_contents.h"

#include <set>

#include "base/check.h"

namespace fencepost::unroll {

void InitialContents::go_concurrent(State& state) {
  if (state.concurrent) return;
  state.concurrent = true;
  snapshots_.push_back({state.path, state.memory, state.exposed});
}

void InitialContents::add_event(uint32_t cell, Term guard, State& state) {
  SharedCell shared = events_.cell(cell);
  const CellUse* use = nullptr;
  for (const CellUse* known : sharing_.cells(shared.object, shared.at, shared.width)) use = known;
  FP_CHECK(use != nullptr);
  Event event;
  event.kind = Event::Kind::initial;
  event.guard = guard;
  event.path = state.path;
  event.when = terms_.boolean(true);
  event.cells = {{cell, terms_.boolean(true)}};
  const Shared<ObjectState>& object = state.memory.get(shared.object);
  if (shared.at == kLifetimeAt && !object) {  // if it is made at all, then later
    Term born = objects_[shared.object].born;
    event.value.term = born ? terms_.ite(born, terms_.bv(1, 1), terms_.bv(0, 1)) : terms_.bv(0, 1);
  } else if (shared.at == kBirthAt || !object) {
    event.value.term = terms_.bv(0, 1);
  } else if (shared.at == kGoneAt) {
    event.value.term = terms_.ite(object->alive, terms_.bv(0, 1), terms_.bv(1, 1));
  } else if (shared.at == kLifetimeAt) {
    event.value.term = terms_.ite(object->alive, terms_.bv(1, 1), terms_.bv(0, 1));
  } else {
    Step before{.path = state.path};
    if (objects_.is_global(shared.object))
      before.pos = program_.globals[shared.object - objects_.of(core::GlobalId{0})].pos;
    Pieces pieces = contents_.view(state, shared.object, *use);
    event.value = contents_.value(before, state, shared.object, pieces, *use, terms_.boolean(true));
    contents_.note(before, shared.object, *use, event.value, pieces, {}, terms_.boolean(true));
  }
  to_.events.push_back(std::move(event));
}

void InitialContents::add_events(const std::vector<core::GlobalId>& observed) {
  for (core::GlobalId id : observed)
    for (const CellUse* cell : sharing_.cells(objects_.of(id), 0, 8 * program_.globals[core::index(id)].bytes))
      events_.cell_number(objects_.of(id), *cell);
  std::set<uint32_t> converted;
  for (size_t i = 0; i < events_.size(); ++i)
    if (events_[i].converts) converted.insert(events_[i].cells[0].cell);
  for (uint32_t cell = 0; cell < to_.cells.size(); ++cell) {
    uint32_t object = to_.cells[cell].object;
    // Whether an object is gone, or lives while a number becomes a pointer, is asked even if it was never made.
    bool is_always_asked = to_.cells[cell].at == kGoneAt || converted.contains(cell);
    bool from_before = is_always_asked;
    for (const Snapshot& snapshot : snapshots_) {
      if (!snapshot.memory.get(object) && !is_always_asked) continue;
      from_before = true;
      State then;
      then.path = snapshot.path;
      then.memory = snapshot.memory;
      then.exposed = snapshot.exposed;
      add_event(cell, snapshot.path->guard, then);
    }
    if (from_before || !objects_[object].born) continue;
    State fresh;
    fresh.path = paths_.root();
    fresh.memory.set(object, cells_.untouched(objects_[object]));
    add_event(cell, objects_[object].born, fresh);
  }
}

}  // namespace fencepost::unroll
