// Analysis: how objects begin and end.
#include <fmt/format.h>

#include "flat/analysis.h"

namespace fencepost::flat {

void Analysis::allocate(Place place, uint32_t edge, const core::Alloc& label, AbstractState& state,
                        const SourcePos& pos) {
  FrameId frame = contexts_[place.context].frame;
  std::optional<Bits> bytes = evaluate(*label.bytes, state, frame).constant();
  if (!bytes || *bytes > (1 << 20)) not_flat(pos, fmt::format("the size of {} is not known", label.name));
  auto [at, is_new] =
      allocations_.emplace(std::pair(place.context, edge), ObjectId{static_cast<uint32_t>(objects_.size())});
  if (is_new) {
    Object made{label.name, static_cast<uint64_t>(*bytes)};
    made.zeroed = label.zeroed;
    made.is_const = label.is_const;
    made.align = label.align;
    if (label.storage != core::Storage::heap) made.parts = label.parts;
    made.storage = label.storage;
    made.maker = contexts_.frame(frame).thread;
    made.frame = frame;
    objects_.push_back(std::move(made));
  }
  ObjectId id = at->second;
  Object& of = objects_[static_cast<uint32_t>(id)];
  if (of.size != *bytes) not_flat(pos, fmt::format("the size of {} changes", label.name));
  if (state.made.contains(id)) not_flat(pos, fmt::format("{} is made again while there may be one", label.name));
  if (state.dead.contains(id) && of.outlived) not_flat(pos, fmt::format("a pointer to {} outlives it", label.name));
  // Were it made before, pointers to the old one would be taken for pointers to the new one.
  for (const auto& [cell, value] : state.cells)
    if (value.targets.contains(id)) not_flat(pos, fmt::format("a pointer to {} outlives it", label.name));
  for (const auto& [reg, value] : state.registers)
    if (reg != std::pair(frame, label.reg) && value.targets.contains(id))
      not_flat(pos, fmt::format("a pointer to {} outlives it", label.name));
  std::erase_if(state.cells, [&](const auto& cell) { return cell.first.first == id; });
  state.own.insert(id);
  state.made.insert(id);
  state.dead.erase(id);
  state.registers[{frame, label.reg}] = AbstractValue::pointer(id);
}

// Others may have a pointer to an object of which they never knew while it lived: it must not be taken for one that is made there later,
// by this thread or by another one that runs the same function.
void Analysis::publish_dead(ObjectId id, const AbstractState& state, const SourcePos& pos) {
  Object& of = objects_[static_cast<uint32_t>(id)];
  if (id == kNothing || of.function || of.is_global) return;
  if (!of.escapes && threads_[static_cast<uint32_t>(of.maker)].many)
    not_flat(pos, fmt::format("a pointer to {} of many threads outlives it", of.name));
  if (state.dead.contains(id) && !of.outlived) of.outlived = changed_ = true;
}

void Analysis::note_end(ObjectId id) {
  Object& of = objects_[static_cast<uint32_t>(id)];
  if (!of.ends) of.ends = changed_ = true;
  if (of.escapes && !of.is_killed) of.is_killed = changed_ = true;
}

bool Analysis::may_coincide(ObjectId one, ObjectId other, const AbstractState& state, ThreadId thread) const {
  auto is_data = [&](ObjectId id) { return id != kNothing && !object(id).function; };
  if (one == other || !is_data(one) || !is_data(other) || (!object(one).ends && !object(other).ends)) return false;
  return life(one, state, thread) != Life::living || life(other, state, thread) != Life::living;
}

bool Analysis::may_adjoin(const AbstractValue& one, ObjectId of, const AbstractValue& other, ObjectId at) const {
  auto may_be = [](Strided offset, uint64_t value) {
    return offset.stride != 0 || offset.base == static_cast<int64_t>(value);
  };
  if (of == at || of == kNothing || at == kNothing || object(of).function || object(at).function) return false;
  uint64_t size = object(of).size;
  return size != 0 && may_be(one.targets.at(of), size) && may_be(other.targets.at(at), 0);
}

void Analysis::kill(ObjectId id, AbstractState& state) {
  note_end(id);
  if (state.own.erase(id) != 0) {
    state.made.erase(id);
    state.dead.insert(id);
  }
  std::erase_if(state.cells, [&](const auto& cell) { return cell.first.first == id; });
}

// Of several objects that may end each may live on: a variable tells it, which everybody sees.
void Analysis::kill(const core::Kill& label, AbstractState& state, FrameId frame, const SourcePos& pos) {
  std::vector<ObjectId> objects = ended(label, state, frame);
  if (objects.size() == 1) return kill(objects[0], state);
  for (ObjectId id : objects) {
    escape(AbstractValue::pointer(id), By::store, state, pos);
    note_end(id);
  }
}

std::vector<ObjectId> Analysis::ended(const core::Kill& label, const AbstractState& state, FrameId frame) const {
  std::vector<ObjectId> objects;
  for (const auto& [id, offset] : evaluate(*label.ptr, state, frame).targets) {
    (void)offset;
    // What has ended before stays so.
    bool is_there = state.own.contains(id) || object(id).escapes;
    if (id != kNothing && !object(id).function && is_there) objects.push_back(id);
  }
  return objects;
}

Life Analysis::life(ObjectId id, const AbstractState& state, ThreadId thread) const {
  const Object& of = object(id);
  if (id == kNothing || of.function || state.own.contains(id)) return Life::living;
  if (of.escapes) return of.is_killed ? Life::told : Life::living;
  // Nobody else knew it while it lived; here it has ended, unless that depends on the way.
  return of.maker == thread && state.made.contains(id) ? Life::any : Life::over;
}

// C11 6.2.4p6: what is automatic ends with its activation.
void Analysis::leave(FrameId frame, AbstractState& state) {
  for (ObjectId id : std::set<ObjectId>(state.made)) {
    const Object& of = object(id);
    bool ends = of.storage == core::Storage::automatic || of.storage == core::Storage::temporary;
    if (of.frame == frame && ends && !of.is_global) kill(id, state);
  }
  std::erase_if(state.registers, [&](const auto& reg) { return reg.first.first == frame; });
  std::erase_if(state.tests, [&](const auto& test) { return test.first.first == frame; });
}

}  // namespace fencepost::flat
