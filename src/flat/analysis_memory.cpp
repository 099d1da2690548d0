// Analysis: what cells hold, which of them there are, and who knows an object.
#include <fmt/format.h>

#include <algorithm>

#include "flat/analysis.h"

namespace fencepost::flat {

using core::TypeKind;

AbstractValue Analysis::initial(ObjectId id, uint64_t at) const {
  const Object& of = object(id);
  auto found = initial_.find({of.of_thread ? this->of(*of.of_thread) : id, at});
  if (found != initial_.end()) return found->second;
  auto cell = of.cells.find(at);
  return AbstractValue::zero(cell != of.cells.end() && cell->second.is_pointer);
}

AbstractValue Analysis::shared(ObjectId id, uint64_t at) const {
  auto found = shared_.find({id, at});
  return found != shared_.end() ? found->second : AbstractValue{};
}

AbstractValue Analysis::unwritten(const Touched& cell) const {
  const Object& of = object(cell.object);
  if (of.is_global || of.of_thread) return initial(cell.object, cell.at);
  bool is_pointer = of.cells.at(cell.at).is_pointer;
  if (of.zeroed) return AbstractValue::zero(is_pointer);
  return AbstractValue::unset(is_pointer ? core::pointer_type(program_.pointer_bytes) : core::int_type(8, false));
}

void Analysis::add_shared(ObjectId id, uint64_t at, const AbstractValue& value) {
  if (join_into(shared_[{id, at}], value)) changed_ = true;
}

std::vector<Touched> Analysis::touched(const AbstractValue& pointer, uint64_t bytes, const SourcePos& pos) const {
  std::vector<Touched> cells;
  for (const auto& [id, offset] : pointer.targets) {
    const Object& of = object(id);
    if (id == kNothing || of.function || of.size < bytes) continue;
    int64_t last = static_cast<int64_t>(of.size - bytes);
    if (offset.stride == 0) {
      if (offset.base >= 0 && offset.base <= last) cells.push_back({id, static_cast<uint64_t>(offset.base)});
      continue;
    }
    int64_t stride = static_cast<int64_t>(std::max<uint64_t>(offset.stride, bytes));
    if (offset.stride % bytes != 0) stride = static_cast<int64_t>(bytes);
    int64_t first = ((offset.base % stride) + stride) % stride;
    for (int64_t at = first; at <= last; at += stride) {
      if (cells.size() >= kMostCells) not_flat(pos, fmt::format("an access to one of more than {} cells", kMostCells));
      cells.push_back({id, static_cast<uint64_t>(at)});
    }
  }
  return cells;
}

std::vector<Touched> Analysis::accessed(const core::Expr& pointer, const core::Type& type, const AbstractState& state,
                                        FrameId frame, const SourcePos& pos) const {
  std::vector<Touched> cells = touched(evaluate(pointer, state, frame), type.bytes, pos);
  std::erase_if(cells,
                [&](const Touched& cell) { return !state.own.contains(cell.object) && !object(cell.object).escapes; });
  return cells;
}

// Cells do not overlap, and a cell holds pointers or numbers.
void Analysis::shape(const Touched& cell, const core::Type& type, const SourcePos& pos) {
  Object& of = objects_[static_cast<uint32_t>(cell.object)];
  if (type.kind == TypeKind::boolean || (type.kind != TypeKind::pointer && type.bits != 8 * type.bytes))
    not_flat(pos, fmt::format("{} is accessed as a type with padding", of.name));
  if (of.is_global || of.of_thread) {
    uint32_t number = static_cast<uint32_t>(cell.object) - 1 - static_cast<uint32_t>(program_.functions.size());
    if (of.of_thread) number = core::index(*of.of_thread);
    if (program_.globals[number].known != core::Known::all)
      not_flat(pos, fmt::format("{} is defined nowhere", of.name));
  }
  bool is_pointer = type.kind == TypeKind::pointer;
  shape(cell, CellShape{type.bytes, is_pointer, !is_pointer}, pos);
}

void Analysis::shape(const Touched& cell, CellShape shape, const SourcePos& pos) {
  Object& of = objects_[static_cast<uint32_t>(cell.object)];
  // Its parts are those that are initialised.
  if (of.of_thread) this->shape({this->of(*of.of_thread), cell.at}, shape, pos);
  auto [at, is_new] = of.cells.emplace(cell.at, shape);
  CellShape& known = at->second;
  bool overlaps = known.bytes != shape.bytes;
  if (is_new) {
    changed_ = !initialising_ || changed_;
    overlaps = std::next(at) != of.cells.end() && cell.at + shape.bytes > std::next(at)->first;
    if (at != of.cells.begin()) overlaps = overlaps || std::prev(at)->first + std::prev(at)->second.bytes > cell.at;
  }
  if (overlaps) not_flat(pos, fmt::format("parts of {} are accessed at several widths", of.name));
  if ((shape.is_pointer && !known.is_pointer) || (shape.is_number && !known.is_number)) {
    known.is_pointer = known.is_pointer || shape.is_pointer;
    known.is_number = known.is_number || shape.is_number;
    changed_ = true;
  }
  if (known.is_pointer && known.is_number)
    not_flat(pos, fmt::format("a part of {} is both a pointer and a number", of.name));
}

AbstractValue Analysis::held(const Touched& cell, const AbstractState& state) const {
  const Object& of = object(cell.object);
  if (!state.own.contains(cell.object)) return of.escapes ? shared(cell.object, cell.at) : AbstractValue{};
  auto found = state.cells.find({cell.object, cell.at});
  return found != state.cells.end() ? found->second : unwritten(cell);
}

void Analysis::hold(const Touched& cell, bool certain, const AbstractValue& value, AbstractState& state,
                    const SourcePos& pos) {
  if (!state.own.contains(cell.object)) {
    if (!object(cell.object).escapes) return;
    escape(value, By::store, state, pos);
    add_shared(cell.object, cell.at, value);
    return;
  }
  if (is_seen_early(object(cell.object))) {
    add_shared(cell.object, cell.at, value);
    escape(value, By::store, state, pos);
    if (!state.own.contains(cell.object)) return;  // it points to itself
  }
  AbstractValue now = certain ? AbstractValue{} : held(cell, state);
  join_into(now, value);
  state.cells[{cell.object, cell.at}] = std::move(now);
}

AbstractValue Analysis::load(const AbstractValue& pointer, const core::Type& type, const AbstractState& state,
                             const SourcePos& pos) {
  AbstractValue value;
  for (const Touched& cell : touched(pointer, type.bytes, pos)) {
    shape(cell, type, pos);
    join_into(value, held(cell, state));
  }
  // What is not initialised may be anything, as a pointer it designates nothing.
  if (value.unspecified) join_into(value, AbstractValue::unset(type));
  return value;
}

void Analysis::store(const AbstractValue& pointer, const core::Type& type, const AbstractValue& value,
                     AbstractState& state, const SourcePos& pos) {
  std::vector<Touched> cells = touched(pointer, type.bytes, pos);
  for (const Touched& cell : cells) {
    shape(cell, type, pos);
    hold(cell, cells.size() == 1, value, state, pos);
  }
}

std::vector<Touched> Analysis::parts(const core::Expr& pointer, const core::Expr& bytes, const core::Scalars& scalars,
                                     const AbstractState& state, FrameId frame, const SourcePos& pos) const {
  AbstractValue to = evaluate(pointer, state, frame);
  std::optional<Bits> size = evaluate(bytes, state, frame).constant();
  if (!to.is_constant() || !size || *size == 0 || *size > (1 << 16))
    not_flat(pos, "what is copied or filled is not known");
  auto [id, offset] = *to.targets.begin();
  if (id == kNothing || object(id).function || offset.base < 0 ||
      static_cast<uint64_t>(offset.base) + *size > object(id).size)
    not_flat(pos, "what is copied or filled lies outside its object");
  std::vector<Touched> made{{id, static_cast<uint64_t>(offset.base)}};
  for (uint64_t at : scalars)
    if (at < *size) made.push_back({id, static_cast<uint64_t>(offset.base) + at});
  made.push_back({id, static_cast<uint64_t>(offset.base) + static_cast<uint64_t>(*size)});
  return made;
}

std::vector<Touched> Analysis::filled(const core::Fill& label, const AbstractState& state, FrameId frame,
                                      const SourcePos& pos) const {
  std::vector<Touched> whole = parts(*label.ptr, *label.bytes, {}, state, frame, pos);
  uint64_t begin = whole[0].at, end = whole[1].at;
  const Object& of = object(whole[0].object);
  std::vector<Touched> made;
  for (const auto& [at, cell] : of.cells) {
    if (at + cell.bytes <= begin || at >= end) continue;
    if (at < begin || at + cell.bytes > end) not_flat(pos, fmt::format("a part of {} is filled", of.name));
    made.push_back({whole[0].object, at});
  }
  made.push_back(whole[1]);
  return made;
}

void Analysis::copy(const core::Copy& label, AbstractState& state, FrameId frame, const SourcePos& pos) {
  std::vector<Touched> from = parts(*label.src, *label.bytes, label.scalars, state, frame, pos);
  std::vector<Touched> to = parts(*label.dst, *label.bytes, label.scalars, state, frame, pos);
  for (size_t i = 0; i + 1 < from.size(); ++i) {
    CellShape any{from[i + 1].at - from[i].at};
    shape(from[i], any, pos);
    shape(to[i], any, pos);
    shape(to[i],
          CellShape{any.bytes, object(from[i].object).cells.at(from[i].at).is_pointer,
                    object(from[i].object).cells.at(from[i].at).is_number},
          pos);
    shape(from[i],
          CellShape{any.bytes, object(to[i].object).cells.at(to[i].at).is_pointer,
                    object(to[i].object).cells.at(to[i].at).is_number},
          pos);
    hold(to[i], true, held(from[i], state), state, pos);
  }
}

void Analysis::fill(const core::Fill& label, AbstractState& state, FrameId frame, const SourcePos& pos) {
  std::vector<Touched> to = filled(label, state, frame, pos);
  if (label.value != nullptr && evaluate(*label.value, state, frame).constant() != Bits{0})
    not_flat(pos, "memory is filled with more than zeros");
  for (size_t i = 0; i + 1 < to.size(); ++i) {
    bool is_pointer = object(to[i].object).cells.at(to[i].at).is_pointer;
    AbstractValue filled = AbstractValue::zero(is_pointer);
    if (label.value == nullptr)
      filled = AbstractValue::unset(is_pointer ? core::pointer_type(program_.pointer_bytes) : core::int_type(8, false));
    hold(to[i], true, filled, state, pos);
  }
}

void Analysis::escape(const AbstractValue& value, By by, AbstractState& state, const SourcePos& pos) {
  for (const auto& [id, offset] : value.targets) {
    (void)offset;
    Object& of = objects_[static_cast<uint32_t>(id)];
    // Globals are everybody's from the first new thread on.
    if (by == By::store && !of.is_stored && !of.is_global) of.is_stored = changed_ = true;
    if (!state.own.contains(id)) {
      publish_dead(id, state, pos);
      continue;
    }
    if (of.of_thread) not_flat(pos, fmt::format("{}, of which every thread has its own, is known to others", of.name));
    if (threads_[static_cast<uint32_t>(of.maker)].many)
      not_flat(pos, fmt::format("{} of many threads is known to others", of.name));
    if (!of.escapes) of.escapes = changed_ = true;
    state.own.erase(id);
    std::vector<AbstractValue> reached;
    for (const auto& [at, of_cell] : of.cells) {
      (void)of_cell;
      auto found = state.cells.find({id, at});
      AbstractValue held = found != state.cells.end() ? found->second : unwritten({id, at});
      if (found != state.cells.end()) state.cells.erase(found);
      add_shared(id, at, held);
      if (is_seen_early(of)) add_shared(id, at, unwritten({id, at}));
      reached.push_back(std::move(held));
    }
    for (const AbstractValue& next : reached) escape(next, by, state, pos);
  }
}

}  // namespace fencepost::flat
