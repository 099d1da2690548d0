#include "unroll/lifetimes.h"

#include <algorithm>

namespace fencepost::unroll {

using core::MemoryOrder;

namespace {

bool makes_pointers(const core::Expr& expr) {
  return expr.op == core::ExprOp::int_to_ptr ||
         std::ranges::any_of(expr.args, [](const core::ExprPtr& arg) { return makes_pointers(*arg); });
}

}  // namespace

std::optional<uint32_t> Lifetimes::shared_cell(uint32_t object, uint64_t at) {
  auto cells = sharing_.cells(object, at, 1);
  if (cells.empty() || !cells[0]->shared) return std::nullopt;
  return events_.cell_number(object, *cells[0]);
}

uint32_t Lifetimes::add(Event::Kind kind, const Step& step, const State& state, Term when, MemoryOrder order,
                        uint32_t cell, Term value) {
  uint32_t id = events_.add(kind, step, state, when, order);
  events_[id].value.term = value;
  events_[id].cells = {{cell, terms_.boolean(true)}};
  return id;
}

void Lifetimes::refresh(const Step& step, State& state, const core::Expr& condition) {
  if (condition.op == core::ExprOp::ptr_alive) {
    Value pointer = expressions_.evaluate(*condition.args[0], state);
    if (!refreshed_.insert(pointer.term).second) return;
    if (uint32_t id = refresh(step, state, pointer, terms_.boolean(true)); id != Event::kNone)
      asked_.push_back({pointer.term, id});
    return;
  }
  for (const core::ExprPtr& arg : condition.args) refresh(step, state, *arg);
}

uint32_t Lifetimes::refresh(const Step& step, State& state, const Value& pointer, Term when) {
  events_.new_access();
  uint32_t id = Event::kNone;
  for (const Pointee& pointee : pointers_.resolve({pointer.term, terms_.bv(0, pointers_.bits()), {}})) {
    if (!has_life(pointee.object)) continue;
    sharing_.read(pointee.object, kLifetimeAt, 1, state.thread);
    auto cells = sharing_.cells(pointee.object, kLifetimeAt, 1);
    if (cells.empty() || !cells[0]->shared) continue;
    view_.adopt(state, pointers_.make(pointee.object));
    if (id == Event::kNone) {
      id = events_.add(Event::Kind::read, step, state, terms_.boolean(false), MemoryOrder::relaxed);
      events_[id].value.term = terms_.fresh("alive", logic::bv_sort(1));
    }
    Event& event = events_[id];
    Term alive = terms_.eq(event.value.term, terms_.bv(1, 1));
    ObjectState& object = state.memory.edit(pointee.object).edit();
    Term asked = terms_.and_(when, pointee.when);
    if (asks_until_dead()) {
      asked = terms_.and_(asked, object.alive);
      alive = terms_.and_(alive, object.alive);
    }
    event.when = terms_.or_(event.when, asked);
    event.guard = terms_.and_(state.path->guard, event.when);
    event.cells.push_back({events_.cell_number(pointee.object, *cells[0]), pointee.when});
    object.alive = terms_.ite(pointee.when, alive, object.alive);
  }
  return id;
}

void Lifetimes::refresh_exposed(const Step& step, State& state, const core::Expr& expr) {
  if (!makes_pointers(expr)) return;
  const size_t first = events_.size();
  for (const auto& [object, threads] : address_use_.exposed()) {
    if (!addresses_.may_be_mistaken(object, state.thread)) continue;
    if (objects_[object].made_beside && model_.births_are_known)
      addresses_.found_made(object, find_birth(step, state, object, terms_.boolean(true)));
    refresh(step, state, pointers_.make(object), terms_.boolean(true));
  }
  const bool at_once = model_.keeps_atomics_whole && !model_.loads_order && events_.size() > first + 1;
  const uint32_t whole = at_once ? events_.new_whole() : 0;
  for (size_t i = first; i < events_.size(); ++i) {
    events_[i].converts = true;
    events_[i].whole = whole;
  }
}

void Lifetimes::begin(const Step& step, State& state, uint32_t object) {
  if (model_.lives_are_written) publish(step, state, pointers_.make(object), true, MemoryOrder::plain, {});
}

void Lifetimes::announce(const Step& step, State& state, uint32_t object) {
  guarded_.note_write(step, state, object, kBirthAt, 1);
  std::optional<uint32_t> cell = shared_cell(object, kBirthAt);
  if (!cell) return;
  events_.new_access();
  add(Event::Kind::write, step, state, terms_.boolean(true), MemoryOrder::relaxed, *cell, terms_.bv(1, 1));
}

Term Lifetimes::find_birth(const Step& step, State& state, uint32_t object, Term when) {
  sharing_.read(object, kBirthAt, 1, state.thread);
  std::optional<uint32_t> cell = shared_cell(object, kBirthAt);
  if (!cell) return {};
  events_.new_access();
  Term begun = terms_.fresh("born", logic::bv_sort(1));
  add(Event::Kind::read, step, state, when, MemoryOrder::relaxed, *cell, begun);
  return terms_.eq(begun, terms_.bv(1, 1));
}

void Lifetimes::publish(const Step& step, State& state, const Value& pointer, bool alive, MemoryOrder order,
                        Term when) {
  events_.new_access();
  for (const Pointee& pointee : pointers_.resolve({pointer.term, terms_.bv(0, pointers_.bits()), {}})) {
    if (!has_life(pointee.object)) continue;
    guarded_.note_write(step, state, pointee.object, kLifetimeAt, 1);
    std::optional<uint32_t> cell = shared_cell(pointee.object, kLifetimeAt);
    if (!cell) continue;
    Term ends = when ? terms_.and_(when, pointee.when) : pointee.when;
    add(Event::Kind::write, step, state, ends, order, *cell, terms_.bv(alive ? 1 : 0, 1));
  }
}

void Lifetimes::end(const Step& step, State& state, const Value& pointer, Term when) {
  publish(step, state, pointer, false, model_.lives_are_written ? MemoryOrder::plain : MemoryOrder::relaxed, when);
  bool knows_release = !model_.unknown_orders.stores.contains(MemoryOrder::release);
  for (const Pointee& pointee : pointers_.resolve({pointer.term, terms_.bv(0, pointers_.bits()), {}})) {
    if (!has_life(pointee.object)) continue;
    address_use_.killed(pointee.object, state.thread);
    if (!address_use_.placed().contains(pointee.object)) continue;
    guarded_.note_write(step, state, pointee.object, kGoneAt, 1);
    std::optional<uint32_t> cell = shared_cell(pointee.object, kGoneAt);
    if (!cell) continue;
    events_.new_access();
    MemoryOrder order = knows_release ? MemoryOrder::release : MemoryOrder::relaxed;
    Term ends = when ? terms_.and_(when, pointee.when) : pointee.when;
    add(Event::Kind::write, step, state, ends, order, *cell, terms_.bv(1, 1));
  }
}

uint32_t Lifetimes::find_gone(const Step& step, State& state, uint32_t object) {
  if (!state.concurrent) return 0;
  const uint32_t access = events_.new_access();
  if (!address_use_.placed().contains(object)) return access;
  bool knows_acquire = !model_.unknown_orders.loads.contains(MemoryOrder::acquire);
  for (uint32_t other : address_use_.placed()) {
    if (other == object || !address_use_.killed_beside(other, state.thread)) continue;
    sharing_.read(other, kGoneAt, 1, state.thread);
    std::optional<uint32_t> cell = shared_cell(other, kGoneAt);
    if (!cell) continue;
    MemoryOrder order = knows_acquire ? MemoryOrder::acquire : MemoryOrder::relaxed;
    Term gone = terms_.fresh("gone", logic::bv_sort(1));
    add(Event::Kind::read, step, state, terms_.boolean(true), order, *cell, gone);
    addresses_.found_gone(other, object, terms_.eq(gone, terms_.bv(1, 1)));
  }
  return access;
}

}  // namespace fencepost::unroll
