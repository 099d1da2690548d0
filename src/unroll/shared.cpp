// Executor: accesses to what threads share. A thread's memory keeps its own view of every object; before a read the view
// of the shared cells in question is refreshed with a new value, which a read event ties to some write; after a write the
// view is published by a write event. Everything else works on the view, as if there were one thread.
#include <algorithm>

#include "base/check.h"
#include "core/walk.h"
#include "unroll/executor.h"

namespace fencepost::unroll {

namespace {

constexpr size_t kMostConstants = 16;
constexpr uint64_t kPartOfPointer = uint64_t{1} << 62;  // as a key of obligations, with the object

}  // namespace

// As an object begins its life.
Shared<ObjectState> Executor::untouched(uint32_t object) {
  if (objects_[object].initial) return objects_[object].initial;
  auto content = new ObjectState;
  content->alive = terms_.boolean(true);
  content->rest = objects_[object].zeroed ? Piece::Kind::zero : Piece::Kind::unspecified;
  content->home = cells_.new_home();
  return Shared<ObjectState>(content);
}

// An object that another thread made: its contents are shared, or used by this thread alone.
void Executor::adopt(State& state, const Value& pointer) {
  for (uint32_t object : pointers_.objects(pointer.term)) {
    if (!objects_.is_data(object) || state.memory.get(object)) continue;
    state.memory.set(object, untouched(object));
    if (!objects_[object].fixed_size && !objects_[object].born)
      unsupported(terms_.boolean(true), "an object of unknown size that another thread makes");
  }
}

// What is known of the cell; nothing yet: what the thread saw there last, until the next unrolling knows more. Of a pointer,
// null: what would be learnt from a choice that nobody makes stays known for good.
Value Executor::read_content(State& state, const Touch& touch, const CellUse& known) {
  if (known.any_value || !known.values.empty() || !known.targets.empty()) return unknown_content(known);
  if (known.pointer) return pointers_.make(0);
  Pieces pieces = cells_.read(*state.memory.get(touch.object), touch.cell->at, touch.cell->width);
  Cells::shift(pieces, 0);
  return content_of(state, touch.object, pieces, known, touch.when);
}

Value Executor::unknown_content(const CellUse& cell) {
  Value value;
  if (cell.unspecified) value.mark = terms_.fresh("unspecified", logic::bool_sort());
  if (!cell.pointer && cell.any_value) {
    value.term = terms_.fresh("read", logic::bv_sort(static_cast<unsigned>(cell.width)));
    return value;
  }
  if (!cell.pointer) {
    for (Bits one : cell.values) {
      Term constant = terms_.bv(one, static_cast<unsigned>(cell.width));
      value.term = value.term ? terms_.ite(terms_.fresh("value", logic::bool_sort()), constant, value.term) : constant;
    }
    return value;
  }
  // Objects by offset: choices between objects and between offsets have one shape (pointers.h), since no two offsets are the
  // same and nothing is simplified away.
  std::vector<std::pair<Term, Term>> leaves;
  std::map<Bits, Term> objects;
  auto either = [&](Term one, Term other) {
    return other ? terms_.ite(terms_.fresh("target", logic::bool_sort()), one, other) : one;
  };
  for (const unroll::Target& target : cell.targets) {
    Term object = terms_.bv(target.object, kObjectBits);
    if (!target.offset)
      leaves.emplace_back(object, terms_.fresh("offset", logic::bv_sort(pointers_.bits())));
    else if (!cell.targets.contains({target.object, {}}))
      objects[*target.offset] = either(object, objects[*target.offset]);
  }
  for (const auto& [offset, some] : objects) leaves.emplace_back(some, number(offset));
  for (const auto& [object, offset] : leaves) {
    Term here = value.term ? terms_.fresh("target", logic::bool_sort()) : terms_.boolean(true);
    value.offset = value.term ? terms_.ite(here, offset, value.offset) : offset;
    value.term = value.term ? terms_.ite(here, object, value.term) : object;
  }
  if (!value.term) {
    value.term = terms_.bv(0, kObjectBits);
    value.offset = number(0);
  }
  for (const FixedView& view : cell.views)
    value.view = terms_.ite(terms_.fresh("view", logic::bool_sort()), terms_.bv(expressions_.number(view), kObjectBits),
                            value.view ? value.view : terms_.bv(0, kObjectBits));
  return value;
}

// What the pointers in a shared cell are for (core/views.h) goes with them, if it is the same in every unrolling.
std::set<FixedView> Executor::views_of(const State& state, uint32_t object, const Value& value, Term when) {
  std::set<FixedView> views;
  std::set<Bits> numbers;
  if (!value.view) return views;
  bool all = constants(value.view, numbers);
  for (Bits number : numbers) {
    std::optional<FixedView> view = expressions_.fixed(static_cast<uint32_t>(number));
    all = all && view;
    if (view && *view != FixedView{}) views.insert(*view);
  }
  if (!all)
    not_shared(state, object, when, "a pointer that threads share, to a part of an object that depends on the run");
  return views;
}

Pieces Executor::pieces_of(const Value& value, const CellUse& cell) {
  Piece piece;
  piece.width = cell.width;
  piece.kind = cell.pointer ? Piece::Kind::pointer : Piece::Kind::bits;
  piece.value = value;
  return {piece};
}

// Where `when` holds.
Value Executor::content_of(State& state, uint32_t object, Pieces pieces, const CellUse& cell, Term when) {
  // That a pointer is here is news, so there will be another unrolling; its bits as a number are not worth their cost.
  if (!cell.pointer && is_whole_pointer(pieces, cell)) {
    sharing_.held(object, cell, {.pointer = true});
    return {terms_.fresh("read", logic::bv_sort(static_cast<unsigned>(cell.width))), {}, {}};
  }
  auto is_part = [&](const Piece& piece) {
    return piece.kind == Piece::Kind::pointer && piece.width < pointers_.bits();
  };
  if (std::any_of(pieces.begin(), pieces.end(), is_part)) part_of_pointer(state, object, when);
  auto is_unspecified = [](const Piece& piece) { return piece.kind == Piece::Kind::unspecified || piece.value.mark; };
  auto unspecified = std::count_if(pieces.begin(), pieces.end(), is_unspecified);
  if (unspecified > 0 && static_cast<size_t>(unspecified) < pieces.size()) sharing_.mixed(object, cell.at, cell.width);
  core::Type type = core::int_type(static_cast<unsigned>(cell.width), false);
  if (cell.pointer) type = core::pointer_type(pointers_.bits() / 8);
  Value value = cells_.to_value(state, pieces, type, {});
  if (!cell.pointer) value.term = arithmetic_->to_bits(value.term, type);
  return value;
}

// As bits of an address, which other threads see, it would not lead anybody back to its object.
void Executor::part_of_pointer(const State& state, uint32_t object, Term when) {
  not_shared(state, object, when, "a pointer that threads share, and parts of which are accessed by themselves");
}

void Executor::not_shared(const State& state, uint32_t object, Term when, const char* what) {
  if (!stack_.empty()) return unsupported(when, what);
  Site before;  // it is there when the first thread is made
  if (objects_.is_global(object)) before.pos = program_.globals[object - objects_.of(core::GlobalId{0})].pos;
  before.detail = what;
  records_.oblige(Obligation::Kind::unsupported, state, when, before, kPartOfPointer + object);
}

bool Executor::is_whole_pointer(const Pieces& pieces, const CellUse& cell) const {
  return pieces.size() == 1 && pieces[0].kind == Piece::Kind::pointer && pieces[0].skip == 0 &&
         cell.width == pointers_.bits();
}

// All values of a term that is a choice between constants; false if it is something else.
bool Executor::constants(Term term, std::set<Bits>& values) {
  std::vector<Term> open = {term};
  std::unordered_set<Term> seen;  // choices share their parts
  while (!open.empty()) {
    Term next = open.back();
    open.pop_back();
    if (!seen.insert(next).second) continue;
    if (next.is_const()) {
      values.insert(next.value());
      continue;
    }
    if (next.op() != logic::Op::ite || values.size() > kMostConstants || seen.size() > 16 * kMostConstants ||
        not_constants_.contains(next)) {
      not_constants_.insert(term);
      return false;
    }
    open.push_back(next.args()[1]);
    open.push_back(next.args()[2]);
  }
  return true;
}

void Executor::note_content(const State& state, uint32_t object, const CellUse& cell, const Value& value,
                            const Pieces& pieces, const CellUse::Inside& inside, Term when) {
  bool whole = is_whole_pointer(pieces, cell);
  std::set<unroll::Target> targets;
  if (whole || cell.pointer) {
    for (const Place& place : pointers_.resolve(whole ? pieces[0].value : value)) {
      std::set<Bits> offsets;
      // A pointer that leaves its object has been moved by what unrollings learn, and would go on for ever.
      auto is_outside = [&](Bits offset) {
        return objects_.is_data(place.object) && offset > objects_[place.object].fixed_size.value_or(offset);
      };
      if (!constants(place.offset, offsets) || std::ranges::any_of(offsets, is_outside))
        targets.insert({place.object, {}});
      else
        for (Bits offset : offsets) targets.insert({place.object, offset});
    }
  }
  Content content;
  content.pointer = whole;
  content.unspecified = value.mark && !value.mark.is_false();
  content.targets = std::move(targets);
  if (whole || cell.pointer) content.views = views_of(state, object, whole ? pieces[0].value : value, when);
  if (!cell.pointer && !whole) {
    bool is_any = inside.first == 0 ? cell.outside.any_value : cell.any_value;
    content.any_value =
        is_any || content.unspecified || !options_.model.values_have_causes || !constants(value.term, content.values);
  }
  sharing_.held(object, cell, content, inside);
}

std::vector<uint32_t> Executor::refresh(State& state, const Target& target, core::MemoryOrder order) {
  adopt(state, target.pointer);
  events_.new_access();
  parts_.clear();
  std::vector<uint32_t> made;
  std::vector<std::vector<Touch>> places = touched(state, target, false);
  if (places.empty()) return made;
  if (order == core::MemoryOrder::plain && are_alike(places) && knows_all(state, places))
    return {settled_read(state, places, order)};
  // One event at several possible places, if they are alike; otherwise one for each cell.
  const CellUse& first = *places[0][0].cell;
  bool alike = are_alike(places);
  auto put = [&](const Touch& touch, const Value& value) {
    access_.put(state, touch.object, pieces_of(value, *touch.cell), touch.cell->at, touch.when);
  };
  if (alike) {
    CellUse any = seen(state, first);
    Term when = terms_.boolean(false);
    for (const std::vector<Touch>& touches : places) {
      any.add(seen(state, *touches[0].cell));
      when = terms_.or_(when, touches[0].when);
    }
    uint32_t id = add_event(Event::Kind::read, state, when, order);
    if (order != core::MemoryOrder::plain) last_read_ = {id, state.memory};
    Value value = read_content(state, places[0][0], any);
    if (options_.model.keep_dependencies) value.reads = reads_.only(id);
    events_[id].value = value;
    for (const std::vector<Touch>& touches : places) {
      uint32_t cell = events_.cell_number(touches[0].object, *touches[0].cell);
      events_[id].places.push_back({cell, touches[0].when});
      put(touches[0], value);
    }
    if (places.size() == 1) guard(state, places[0][0], events_[id]);
    note_part(id, places);
    return {id};
  }
  for (const std::vector<Touch>& touches : places) {
    uint32_t parts_of = whole(touches, order);
    for (const Touch& touch : touches) {
      uint32_t id = add_event(Event::Kind::read, state, touch.when, order);
      events_[id].whole = parts_of;
      Value value = read_content(state, touch, seen(state, *touch.cell));
      if (options_.model.keep_dependencies) value.reads = reads_.only(id);
      events_[id].value = value;
      events_[id].places = {{events_.cell_number(touch.object, *touch.cell), terms_.boolean(true)}};
      put(touch, value);
      guard(state, touch, events_[id]);
      made.push_back(id);
      parts_.push_back({id, touch.at, touch.cell->width});
    }
  }
  return made;
}

void Executor::note_part(uint32_t event, const std::vector<std::vector<Touch>>& alike) {
  const Touch& first = alike[0][0];
  bool is_one = std::ranges::all_of(alike, [&](const auto& touches) { return touches[0].at == first.at; });
  if (is_one) parts_.push_back({event, first.at, first.cell->width});
}

std::vector<uint32_t> Executor::publish(State& state, const Target& target, core::MemoryOrder order, Term written) {
  events_.new_access();
  parts_.clear();
  std::vector<uint32_t> made;
  std::vector<std::vector<Touch>> places = touched(state, target, true);
  if (places.empty()) return made;
  bool alike = are_alike(places);
  uint32_t id = Event::kNone;
  // An update's halves are listed in one order (refresh()); the first of several choices is the outermost.
  if (alike) std::reverse(places.begin(), places.end());
  for (const std::vector<Touch>& touches : places) {
    uint32_t parts_of = whole(touches, order);
    for (const Touch& touch : touches) {
      Pieces pieces = cells_.read(*state.memory.get(touch.object), touch.cell->at, touch.cell->width);
      Cells::shift(pieces, 0);
      Value value = content_of(state, touch.object, pieces, *touch.cell, touch.when);
      note_content(state, touch.object, *touch.cell, value, pieces, hide(state, touch), touch.when);
      if (!alike || id == Event::kNone) {
        id = add_event(Event::Kind::write, state, terms_.and_(written, touch.when), order);
        events_[id].of_wait = alike && places.size() == 1 && is_of_wait({touch.object, touch.cell->at});
        events_[id].whole = parts_of;
        made.push_back(id);
        if (!alike) parts_.push_back({id, touch.at, touch.cell->width});
      }
      Event& event = events_[id];
      Event::Place place{events_.cell_number(touch.object, *touch.cell), alike ? touch.when : terms_.boolean(true)};
      event.places.push_back(place);
      if (event.places.size() == 1) {
        event.value = value;
        if (places.size() == 1 || !alike) guard(state, touch, event);
        continue;
      }
      event.when = terms_.or_(event.when, terms_.and_(written, touch.when));
      event.guard = terms_.and_(state.path->guard, event.when);
      event.value = cells_.choose(touch.when, value, event.value);
    }
  }
  if (alike) note_part(id, places);
  return made;
}

// Accesses to a lifetime are relaxed: that an object dies orders nothing, and is no barrier. Its beginning and its end are plain
// where that counts (ModelFacts::lives_are_written).
void Executor::refresh_lifetimes(State& state, const core::Expr& condition) {
  if (condition.op == core::ExprOp::ptr_alive) {
    Value pointer = expressions_.evaluate(*condition.args[0], state);
    if (fresh_lifetimes_.insert(pointer.term).second) refresh_lifetime(state, pointer, terms_.boolean(true));
    return;
  }
  for (const core::ExprPtr& arg : condition.args) refresh_lifetimes(state, *arg);
}

void Executor::refresh_lifetime(State& state, const Value& pointer, Term when) {
  events_.new_access();
  uint32_t id = Event::kNone;
  for (const Place& place : pointers_.resolve({pointer.term, number(0), {}})) {
    if (!objects_.is_data(place.object) || objects_.is_global(place.object)) continue;
    note_read(state, place.object, kLifetimeAt, 1);
    auto cells = sharing_.cells(place.object, kLifetimeAt, 1);
    if (cells.empty() || !cells[0]->shared) continue;
    adopt(state, {terms_.bv(place.object, kObjectBits), number(0), {}});
    if (id == Event::kNone) {
      id = add_event(Event::Kind::read, state, terms_.boolean(false), core::MemoryOrder::relaxed);
      events_[id].value.term = terms_.fresh("alive", logic::bv_sort(1));
    }
    Event& event = events_[id];
    event.when = terms_.or_(event.when, terms_.and_(when, place.when));
    event.guard = terms_.and_(state.path->guard, event.when);
    uint32_t cell = events_.cell_number(place.object, *cells[0]);
    events_[id].places.push_back({cell, place.when});
    Term alive = terms_.eq(events_[id].value.term, terms_.bv(1, 1));
    ObjectState& object = state.memory.edit(place.object).edit();
    object.alive = terms_.ite(place.when, alive, object.alive);
  }
}

void Executor::publish_birth(State& state, uint32_t object) {
  note_write(state, object, kBirthAt, 1);
  auto cells = sharing_.cells(object, kBirthAt, 1);
  if (cells.empty() || !cells[0]->shared) return;
  events_.new_access();
  uint32_t id = add_event(Event::Kind::write, state, terms_.boolean(true), core::MemoryOrder::relaxed);
  events_[id].value.term = terms_.bv(1, 1);
  events_[id].places = {{events_.cell_number(object, *cells[0]), terms_.boolean(true)}};
}

// Whether it has begun to live; nothing: nobody says so.
Term Executor::find_birth(State& state, uint32_t object, Term when) {
  note_read(state, object, kBirthAt, 1);
  auto cells = sharing_.cells(object, kBirthAt, 1);
  if (cells.empty() || !cells[0]->shared) return {};
  events_.new_access();
  uint32_t id = add_event(Event::Kind::read, state, when, core::MemoryOrder::relaxed);
  Term begun = terms_.fresh("born", logic::bv_sort(1));
  events_[id].value.term = begun;
  events_[id].places = {{events_.cell_number(object, *cells[0]), terms_.boolean(true)}};
  return terms_.eq(begun, terms_.bv(1, 1));
}

void Executor::publish_lifetimes(State& state, const Value& pointer, bool alive, core::MemoryOrder order, Term when) {
  events_.new_access();
  for (const Place& place : pointers_.resolve({pointer.term, number(0), {}})) {
    if (!objects_.is_data(place.object) || objects_.is_global(place.object)) continue;
    note_write(state, place.object, kLifetimeAt, 1);
    auto cells = sharing_.cells(place.object, kLifetimeAt, 1);
    if (cells.empty() || !cells[0]->shared) continue;
    uint32_t id = add_event(Event::Kind::write, state, when ? terms_.and_(when, place.when) : place.when, order);
    events_[id].value.term = terms_.bv(alive ? 1 : 0, 1);
    events_[id].places = {{events_.cell_number(place.object, *cells[0]), terms_.boolean(true)}};
  }
}

}  // namespace fencepost::unroll
