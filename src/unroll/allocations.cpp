#include "unroll/allocations.h"

namespace fencepost::unroll {

using core::Storage;

namespace {

constexpr size_t kMostSizes = 8;  // of one object that several threads use

}  // namespace

void Allocations::define(const Step& step, State& state, uint32_t object, ObjectInfo info) {
  const Storage storage = info.storage;
  info.thread = state.thread;
  info.born = state.path->guard;
  info.alive_before = state.memory;
  info.made_beside = state.concurrent;
  objects_.define(object, std::move(info));
  uint32_t access = lifetimes_.find_gone(step, state, object);
  to_.allocations.push_back(
      {state.thread, object, state.path->guard, storage == Storage::thread ? 0 : access, storage});
  state.memory.set(object, cells_.untouched(objects_[object]));
  if (!state.concurrent) return;
  lifetimes_.begin(step, state, object);
  if (address_use_.exposed().contains(object) || (storage == Storage::heap && counts_unfreed_))
    lifetimes_.announce(step, state, object);
}

// A size may have one value or a few, although it does not look like it.
void Allocations::find_size(const State& state, ObjectInfo& info) {
  std::optional<std::set<Bits>> values;
  if (info.size.is_const())
    values = {info.size.value()};
  else if (state.concurrent)
    values = feasible_.values(state.path, terms_.boolean(true), info.size, kMostSizes);
  if (!values || values->empty()) return;
  info.most_size = static_cast<uint64_t>(*values->rbegin());
  if (values->size() > 1) return;
  info.fixed_size = info.most_size;
  info.size = terms_.bv(*values->begin(), info.size.sort().width);
}

uint32_t Allocations::make(const Step& step, State& state, const core::Alloc& label, Term size, uint32_t shadow) {
  ObjectInfo info;
  info.name = label.name;
  info.size = size;
  find_size(state, info);
  info.align = label.align;
  info.storage = label.storage;
  info.is_const = label.is_const;
  info.zeroed = label.zeroed;
  info.declared = label.declared;
  info.shadow = shadow;
  if (label.storage == Storage::heap) {
    Site site = records_.site(step, step.edge->pos, {});
    info.made_at = site.pos;
    info.made_in = site.function;
  }
  uint32_t object = names_.object(step.frame->next_context(*step.edge, names_), objects_.first_made());
  define(step, state, object, std::move(info));
  step.frame->made[object] = label.reg;
  return object;
}

void Allocations::begin_thread(const Step& step, State& state) {
  std::vector<uint32_t>& own = own_[state.thread];
  own.assign(program_.globals.size(), 0);
  state.own = &own;
  uint32_t around = names_.context(Names::kRoot, nullptr, state.thread);
  for (uint32_t i = 0; i < program_.globals.size(); ++i) {
    if (program_.globals[i].storage != Storage::thread) continue;
    uint32_t global = objects_.of(core::GlobalId{i});
    ObjectInfo info = objects_[global];
    info.initial = state.memory.get(global);
    own[i] = names_.object(names_.context(around, nullptr, i), objects_.first_made());
    define(step, state, own[i], std::move(info));
    if (program_.uses_addresses) records_.choose_address(state, own[i]);
  }
}

// On the paths on which it was born.
void Allocations::end(const Step& step, State& state, uint32_t object) {
  const Shared<ObjectState>& content = state.memory.get(object);
  if (!content || content->alive.is_false()) return;
  Value pointer = pointers_.make(object);
  access_.kill(state, pointer);
  if (state.concurrent) lifetimes_.end(step, state, pointer, objects_[object].born);
}

void Allocations::end_thread(const Step& step, State& state) {
  for (uint32_t object : *state.own)
    if (object != 0) end(step, state, object);
}

void Allocations::leave(const Step& step, State& state, const Frame& frame) {
  for (const auto& [object, reg] : frame.made)
    if (objects_[object].storage == Storage::automatic || objects_[object].storage == Storage::temporary)
      end(step, state, object);
}

}  // namespace fencepost::unroll
