#include "unroll/shared_view.h"

#include <algorithm>

namespace fencepost::unroll {

void SharedView::adopt(State& state, const Value& pointer) {
  for (uint32_t object : pointers_.objects(pointer.term)) {
    if (!objects_.is_data(object) || state.memory.get(object)) continue;
    state.memory.set(object, cells_.untouched(objects_[object]));
  }
}

void SharedView::put(State& state, const TouchedCell& touched, const Value& value) {
  access_.put(state, touched.object, CellContents::pieces(value, *touched.cell), touched.cell->at, touched.when);
}

bool SharedView::knows(const State& state, const Footprint& footprint) {
  return std::ranges::all_of(footprint, [&](const std::vector<TouchedCell>& cells) {
    return std::ranges::all_of(
        cells, [&](const TouchedCell& touched) { return guarded_.knows(state, touched.object, *touched.cell); });
  });
}

// One event at several possible places, if they are alike; otherwise one for each cell.
AccessEvents SharedView::refresh(const Step& step, State& state, const SharedAccess& access) {
  adopt(state, access.pointer);
  events_.new_access();
  AccessEvents made;
  Footprint footprint = footprints_.of(step, state, access, Footprints::Use::read);
  if (footprint.empty()) return made;
  bool alike = Footprints::are_alike(footprint);
  if (alike && access.order == core::MemoryOrder::plain && knows(state, footprint)) {
    made.all = {read_known(step, state, footprint, access.order)};
  } else if (alike) {
    made.all = {read_any(step, state, footprint, access.order)};
    add_part(made, made.all[0], footprint);
  } else {
    for (const std::vector<TouchedCell>& cells : footprint) {
      uint32_t parts_of = footprints_.whole(step, cells, access.order);
      for (const TouchedCell& touched : cells) {
        uint32_t id = read_cell(step, state, touched, access.order);
        events_[id].whole = parts_of;
        made.all.push_back(id);
        made.parts.push_back({id, touched.at, touched.cell->width});
      }
    }
  }
  return made;
}

uint32_t SharedView::read_known(const Step& step, State& state, const Footprint& footprint, core::MemoryOrder order) {
  Term when = terms_.boolean(false);
  for (const std::vector<TouchedCell>& cells : footprint) when = terms_.or_(when, cells[0].when);
  uint32_t id = events_.add(Event::Kind::read, step, state, when, order);
  Event& event = events_[id];
  event.implied = true;
  for (const std::vector<TouchedCell>& cells : footprint) {
    const TouchedCell& touched = cells[0];
    Value value = contents_.current(step, state, touched.object, *touched.cell, touched.when);
    event.value = event.value ? cells_.choose(touched.when, value, event.value) : value;
    event.cells.push_back({events_.cell_number(touched.object, *touched.cell), touched.when});
  }
  return id;
}

uint32_t SharedView::read_any(const Step& step, State& state, const Footprint& footprint, core::MemoryOrder order) {
  const TouchedCell& first = footprint[0][0];
  CellUse any = guarded_.seen(state, *first.cell);
  Term when = terms_.boolean(false);
  for (const std::vector<TouchedCell>& cells : footprint) {
    any.add(guarded_.seen(state, *cells[0].cell));
    when = terms_.or_(when, cells[0].when);
  }
  uint32_t id = events_.add(Event::Kind::read, step, state, when, order);
  if (order != core::MemoryOrder::plain) last_read_ = {id, state.memory};
  Value value = contents_.any(step, state, first.object, *first.cell, any, first.when);
  if (model_.keep_dependencies) value.reads = reads_.only(id);
  events_[id].value = value;
  for (const std::vector<TouchedCell>& cells : footprint) {
    uint32_t cell = events_.cell_number(cells[0].object, *cells[0].cell);
    events_[id].cells.push_back({cell, cells[0].when});
    put(state, cells[0], value);
  }
  if (footprint.size() == 1) guarded_.learn(state, first.object, *first.cell, events_[id]);
  return id;
}

uint32_t SharedView::read_cell(const Step& step, State& state, const TouchedCell& touched, core::MemoryOrder order) {
  uint32_t id = events_.add(Event::Kind::read, step, state, touched.when, order);
  CellUse seen = guarded_.seen(state, *touched.cell);
  Value value = contents_.any(step, state, touched.object, *touched.cell, seen, touched.when);
  if (model_.keep_dependencies) value.reads = reads_.only(id);
  events_[id].value = value;
  events_[id].cells = {{events_.cell_number(touched.object, *touched.cell), terms_.boolean(true)}};
  put(state, touched, value);
  guarded_.learn(state, touched.object, *touched.cell, events_[id]);
  return id;
}

void SharedView::add_part(AccessEvents& made, uint32_t event, const Footprint& alike) {
  const TouchedCell& first = alike[0][0];
  bool is_one = std::ranges::all_of(alike, [&](const auto& cells) { return cells[0].at == first.at; });
  if (is_one) made.parts.push_back({event, first.at, first.cell->width});
}

AccessEvents SharedView::publish(const Step& step, State& state, const SharedAccess& access, Term written) {
  events_.new_access();
  AccessEvents made;
  Footprint footprint = footprints_.of(step, state, access, Footprints::Use::write);
  if (footprint.empty()) return made;
  bool alike = Footprints::are_alike(footprint);
  uint32_t id = Event::kNone;
  // An update's halves are listed in one order (refresh()); the first of several choices is the outermost.
  if (alike) std::reverse(footprint.begin(), footprint.end());
  for (const std::vector<TouchedCell>& cells : footprint) {
    uint32_t parts_of = footprints_.whole(step, cells, access.order);
    for (const TouchedCell& touched : cells) {
      const auto& [when, cell, object, at_once, at] = touched;
      Pieces pieces = contents_.view(state, object, *cell);
      Value value = contents_.value(step, state, object, pieces, *cell, when);
      contents_.note(step, object, *cell, value, pieces, guarded_.hide(state, object, *cell), when);
      if (!alike || id == Event::kNone) {
        id = events_.add(Event::Kind::write, step, state, terms_.and_(written, when), access.order);
        events_[id].of_wait = alike && footprint.size() == 1 && guarded_.is_of_wait(step, {object, cell->at});
        events_[id].whole = parts_of;
        made.all.push_back(id);
        if (!alike) made.parts.push_back({id, at, cell->width});
      }
      Event& event = events_[id];
      event.cells.push_back({events_.cell_number(object, *cell), alike ? when : terms_.boolean(true)});
      if (event.cells.size() == 1) {
        event.value = value;
        if (footprint.size() == 1 || !alike) guarded_.learn(state, object, *cell, event);
        continue;
      }
      event.when = terms_.or_(event.when, terms_.and_(written, when));
      event.guard = terms_.and_(state.path->guard, event.when);
      event.value = cells_.choose(when, value, event.value);
    }
  }
  if (alike) add_part(made, id, footprint);
  return made;
}

}  // namespace fencepost::unroll
