// Executor: objects that lie where others lay. Whoever makes an object looks which others are gone by then; only in the place
// of these can it lie (addresses.h). What ended them and what makes it are ordered by that: C17 7.22.3p4 lets a deallocation
// synchronise with the allocation that gets the storage. So that an object is gone is a cell of its own, written with
// release and read with acquire, and nobody else is ordered by the end of a life.
#include <algorithm>

#include "unroll/executor.h"

namespace fencepost::unroll {

using core::MemoryOrder;

void Executor::publish_death(State& state, const Value& pointer, Term when) {
  publish_lifetimes(state, pointer, false, options_.model.lives_are_written ? MemoryOrder::plain : MemoryOrder::relaxed,
                    when);
  bool knows_release = !options_.model.unknown_orders.stores.contains(MemoryOrder::release);
  for (const Place& place : pointers_.resolve({pointer.term, number(0), {}})) {
    if (!objects_.is_data(place.object) || objects_.is_global(place.object)) continue;
    address_use_.killed(place.object, state.thread);
    if (!address_use_.placed().contains(place.object)) continue;
    note_write(state, place.object, kGoneAt, 1);
    auto cells = sharing_.cells(place.object, kGoneAt, 1);
    if (cells.empty() || !cells[0]->shared) continue;
    events_.new_access();
    MemoryOrder order = knows_release ? MemoryOrder::release : MemoryOrder::relaxed;
    uint32_t id = add_event(Event::Kind::write, state, when ? terms_.and_(when, place.when) : place.when, order);
    events_[id].value.term = terms_.bv(1, 1);
    events_[id].places = {{events_.cell_number(place.object, *cells[0]), terms_.boolean(true)}};
  }
}

// The number of the access that looks.
uint32_t Executor::find_gone(State& state, uint32_t object) {
  if (!state.concurrent) return 0;
  const uint32_t access = events_.new_access();
  if (!address_use_.placed().contains(object)) return access;
  bool knows_acquire = !options_.model.unknown_orders.loads.contains(MemoryOrder::acquire);
  for (uint32_t other : address_use_.placed()) {
    if (other == object || !address_use_.killed_beside(other, state.thread)) continue;
    note_read(state, other, kGoneAt, 1);
    auto cells = sharing_.cells(other, kGoneAt, 1);
    if (cells.empty() || !cells[0]->shared) continue;
    MemoryOrder order = knows_acquire ? MemoryOrder::acquire : MemoryOrder::relaxed;
    uint32_t id = add_event(Event::Kind::read, state, terms_.boolean(true), order);
    Term gone = terms_.fresh("gone", logic::bv_sort(1));
    events_[id].value.term = gone;
    events_[id].places = {{events_.cell_number(other, *cells[0]), terms_.boolean(true)}};
    addresses_.found_gone(other, object, terms_.eq(gone, terms_.bv(1, 1)));
  }
  return access;
}

bool Executor::converts(const core::Expr& expr) {
  return expr.op == core::ExprOp::int_to_ptr ||
         std::ranges::any_of(expr.args, [](const core::ExprPtr& arg) { return converts(*arg); });
}

// A number leads to the living one of two objects with one address: of those that have been made and live at one moment,
// where there is one memory.
void Executor::refresh_exposed(State& state, const core::Expr& expr) {
  if (!converts(expr)) return;
  const size_t first = events_.size();
  for (const auto& [object, threads] : address_use_.exposed()) {
    if (!addresses_.may_be_mistaken(object, state.thread)) continue;
    if (objects_[object].made_beside && options_.model.births_are_known)
      addresses_.found_made(object, find_birth(state, object, terms_.boolean(true)));
    refresh_lifetime(state, pointers_.make(object), terms_.boolean(true));
  }
  const bool at_once = options_.model.keeps_atomics_whole && !options_.model.loads_order && events_.size() > first + 1;
  const uint32_t whole = at_once ? events_.new_whole() : 0;
  for (size_t i = first; i < events_.size(); ++i) {
    events_[i].converts = true;
    events_[i].whole = whole;
  }
}

}  // namespace fencepost::unroll
