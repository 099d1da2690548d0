#include "program/unroll/addresses.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/choice.h"

namespace fencepost::program::unroll {

using logic::Op;

Addresses::Addresses(Terms& terms, Objects& objects, Pointers& pointers, Budget& budget)
    : terms_(terms), objects_(objects), pointers_(pointers), budget_(budget) {}

Term Addresses::base(uint32_t object) {
  if (object == 0) return number(0);
  if (objects_[object].function) return number(core::function_address(*objects_[object].function));
  Term& base = bases_[object];
  if (!base) base = terms_.fresh(fmt::format("&{}", objects_[object].name), logic::bv_sort(pointers_.bits()));
  return base;
}

Term Addresses::known_base(uint32_t object) const {
  auto found = bases_.find(object);
  return found == bases_.end() ? Term() : found->second;
}

Term Addresses::address(const Value& pointer) {
  budget_.check();
  Term start = pointers_.by_object(pointer.term, [&](uint32_t object) {
    if (!core::has_number(objects_[object].known))
      unknown_.push_back({terms_.eq(pointer.term, terms_.bv(object, kObjectBits)), object});
    return base(object);
  });
  return terms_.binary(Op::bv_add, start, pointer.offset);
}

void Addresses::expose(State& state, Term object) {
  budget_.check();
  for (const Place& place : pointers_.resolve({object, number(0), {}})) {
    if (place.object == 0) continue;
    Term before = state.exposed.get(place.object);
    state.exposed.set(place.object, before ? terms_.or_(before, place.when) : place.when);
    if (std::find(exposed_order_.begin(), exposed_order_.end(), place.object) == exposed_order_.end())
      exposed_order_.push_back(place.object);
  }
}

bool Addresses::was_exposed(uint32_t object) const {
  return std::find(exposed_order_.begin(), exposed_order_.end(), object) != exposed_order_.end();
}

Value Addresses::pointer_to(const State& state, Term address) {
  Value result = {terms_.bv(0, kObjectBits), address, {}};
  if (address.is_const() && address.value() == 0) return result;
  // Later candidates are overridden by earlier and better ones: a living object before a dead one, inside before one
  // past the end, of equals the one exposed first.
  auto consider = [&](uint32_t object, bool living, bool inside) {
    Term exposed = state.exposed.get(object);
    if (!exposed) return;
    const ObjectInfo& info = objects_[object];
    Term alive = terms_.boolean(true);
    if (objects_.is_data(object) && state.memory.get(object)) alive = state.memory.get(object)->alive;
    Term offset = terms_.binary(Op::bv_sub, address, base(object));
    Term within = inside ? terms_.or_(terms_.binary(Op::bv_ult, offset, info.size),
                                      terms_.and_(terms_.eq(info.size, number(0)), terms_.eq(offset, number(0))))
                         : terms_.eq(offset, info.size);
    Term hit = terms_.and_(terms_.and_(exposed, within), living ? alive : terms_.not_(alive));
    result.term = terms_.ite(hit, terms_.bv(object, kObjectBits), result.term);
    result.offset = terms_.ite(hit, offset, result.offset);
  };
  for (bool living : {false, true})
    for (bool inside : {false, true})
      for (size_t i = exposed_order_.size(); i-- > 0;) consider(exposed_order_[i], living, inside);
  Term null = terms_.eq(address, number(0));
  result.term = terms_.ite(null, terms_.bv(0, kObjectBits), result.term);
  result.offset = terms_.ite(null, number(0), result.offset);
  return result;
}

Term Addresses::disjoint(uint32_t a, uint32_t b) {
  auto end = [&](uint32_t object) { return terms_.binary(Op::bv_add, base(object), objects_[object].size); };
  return terms_.or_(terms_.binary(Op::bv_ule, end(a), base(b)), terms_.binary(Op::bv_ule, end(b), base(a)));
}

std::vector<Term> Addresses::constraints(bool threads) {
  std::vector<Term> all;
  for (const auto& [object, base] : bases_) {
    const ObjectInfo& info = objects_[object];
    all.push_back(terms_.ne(base, number(0)));
    all.push_back(terms_.binary(Op::bv_ule, base, terms_.binary(Op::bv_add, base, info.size)));
    if (info.align > 1) all.push_back(terms_.eq(terms_.binary(Op::bv_and, base, number(info.align - 1)), number(0)));
  }
  // Quadratic in the objects whose addresses are used as numbers, which are few even in large programs.
  for (auto later = bases_.begin(); later != bases_.end(); ++later) {
    const ObjectInfo& info = objects_[later->first];
    for (auto earlier = bases_.begin(); earlier != later; ++earlier) {
      Term together = info.born ? info.born : terms_.boolean(true);
      if (!objects_.is_global(earlier->first)) {
        const Shared<ObjectState>& then = info.alive_before.get(earlier->first);
        together = then ? terms_.and_(together, then->alive) : terms_.boolean(threads);
      }
      all.push_back(terms_.implies(together, disjoint(earlier->first, later->first)));
    }
  }
  return all;
}

}  // namespace fencepost::program::unroll
