#include "unroll/addresses.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/choice.h"

namespace fencepost::unroll {

using logic::Op;

Addresses::Addresses(bool unspecified_fails, Terms& terms, Objects& objects, Pointers& pointers, Budget& budget,
                     AddressUse& use, Feasible& feasible)
    : unspecified_fails_(unspecified_fails),
      terms_(terms),
      objects_(objects),
      pointers_(pointers),
      budget_(budget),
      use_(use),
      feasible_(feasible) {}

Term Addresses::base(uint32_t object) {
  if (object == 0) return number(0);
  if (objects_[object].function) return number(core::function_address(*objects_[object].function));
  Term& base = bases_[object];
  if (base) return base;
  if (!objects_.is_global(object)) use_.placed(object);
  base = terms_.fresh(fmt::format("&{}", objects_[object].name), logic::bv_sort(pointers_.bits()));
  objects_of_bases_.emplace(base, object);
  return base;
}

Term Addresses::known_base(uint32_t object) const {
  auto found = bases_.find(object);
  return found == bases_.end() ? Term() : found->second;
}

Term Addresses::address(const Value& pointer) {
  budget_.check();
  Term start = pointers_.by_object(pointer.term, [&](uint32_t object) {
    const ObjectInfo& info = objects_[object];
    if (!core::has_number(info.known))
      unknown_.push_back(
          {terms_.eq(pointer.term, terms_.bv(object, kObjectBits)), object, core::why_unknown(info.known, info.name)});
    return base(object);
  });
  Term sum = terms_.binary(Op::bv_add, start, pointer.offset);
  if (start.op() == Op::ite && pointer.offset.op() == Op::ite) note_places(pointer, sum);
  return sum;
}

void Addresses::expose(State& state, Term object) {
  budget_.check();
  for (const Pointee& pointee : pointers_.resolve({object, number(0), {}})) {
    if (pointee.object == 0) continue;
    if (state.concurrent) use_.exposed(pointee.object, state.thread);
    Term& ever = exposed_when_.try_emplace(pointee.object, terms_.boolean(false)).first->second;
    ever = terms_.or_(ever, terms_.and_(state.path->guard, pointee.when));
    Term before = state.exposed.get(pointee.object);
    state.exposed.set(pointee.object, before ? terms_.or_(before, pointee.when) : pointee.when);
    if (std::find(exposed_order_.begin(), exposed_order_.end(), pointee.object) == exposed_order_.end())
      exposed_order_.push_back(pointee.object);
  }
}

bool Addresses::was_exposed(uint32_t object) const {
  return use_.exposed().contains(object) ||
         std::find(exposed_order_.begin(), exposed_order_.end(), object) != exposed_order_.end();
}

Term Addresses::exposed(const State& state, uint32_t object) const {
  if (!state.concurrent || !use_.exposed_beside(object, state.thread)) return state.exposed.get(object);
  auto made = found_made_.find(object);
  return made != found_made_.end() && made->second ? made->second : terms_.boolean(true);
}

std::vector<uint32_t> Addresses::all_exposed() const {
  std::vector<uint32_t> all = exposed_order_;
  for (const auto& [object, threads] : use_.exposed())
    if (std::find(all.begin(), all.end(), object) == all.end()) all.push_back(object);
  return all;
}

Value Addresses::pointer_to(const State& state, Term address) {
  Value result = {terms_.bv(0, kObjectBits), address, {}};
  if (address.is_const() && address.value() == 0) return result;
  if (address.is_const() && address.value() < core::kFirstAddress) return result;
  if (std::optional<Value> back = pointer_back(state, address)) return *back;
  // Later candidates are overridden by earlier and better ones: a living object before a dead one, inside before one
  // past the end, of equals the one exposed first.
  auto consider = [&](uint32_t object, bool living, bool inside) {
    Term is_exposed = exposed(state, object);
    if (!is_exposed) return;
    const ObjectInfo& info = objects_[object];
    Term alive = terms_.boolean(true);
    if (objects_.is_data(object) && state.memory.get(object)) alive = state.memory.get(object)->alive;
    Term offset = terms_.binary(Op::bv_sub, address, base(object));
    Term within = inside ? terms_.or_(terms_.binary(Op::bv_ult, offset, info.size),
                                      terms_.and_(terms_.eq(info.size, number(0)), terms_.eq(offset, number(0))))
                         : terms_.eq(offset, info.size);
    Term hit = terms_.and_(terms_.and_(is_exposed, within), living ? alive : terms_.not_(alive));
    Term led = state.path != nullptr ? terms_.and_(state.path->guard, hit) : terms_.boolean(false);
    if (objects_.is_data(object)) hits_[object] = hits_[object] ? terms_.or_(hits_[object], led) : led;
    result.term = terms_.ite(hit, terms_.bv(object, kObjectBits), result.term);
    result.offset = terms_.ite(hit, offset, result.offset);
  };
  // Of what others expose it is not always known that it has been made.
  std::vector<uint32_t> candidates = all_exposed();
  std::ranges::stable_partition(candidates, [&](uint32_t object) { return bool{state.exposed.get(object)}; });
  for (bool living : {false, true})
    for (bool inside : {false, true})
      for (size_t i = candidates.size(); i-- > 0;) consider(candidates[i], living, inside);
  Term null = terms_.eq(address, number(0));
  result.term = terms_.ite(null, terms_.bv(0, kObjectBits), result.term);
  result.offset = terms_.ite(null, number(0), result.offset);
  return result;
}

bool Addresses::may_be_dead(const State& state, uint32_t object) const {
  if (!objects_.is_data(object) || objects_.is_global(object)) return false;
  if (state.concurrent && use_.killed_beside(object, state.thread)) return true;
  const Shared<ObjectState>& content = state.memory.get(object);
  return content && !content->alive.is_true();
}

bool Addresses::may_be_gone(uint32_t other, uint32_t object) const {
  const ObjectInfo& info = objects_[object];
  if (!info.born) return true;  // its Alloc comes later in this unrolling
  const Shared<ObjectState>& then = info.alive_before.get(other);
  if (then && !then->alive.is_true()) return true;
  return info.made_beside && use_.killed_beside(other, info.thread);
}

Term Addresses::coincide(const State& state, const Value& a, const Value& b) {
  std::set<uint32_t> firsts, seconds;
  std::vector<uint32_t> all = pointers_.objects(b.term);
  auto is_made = [&](uint32_t object) { return objects_.is_data(object) && !objects_.is_global(object); };
  std::erase_if(all, [&](uint32_t object) { return !is_made(object); });
  for (uint32_t first : pointers_.objects(a.term))
    for (uint32_t second : all) {
      if (first == second || !is_made(first)) continue;
      if (!may_be_dead(state, first) && !may_be_dead(state, second)) continue;
      if (!may_be_gone(first, second) && !may_be_gone(second, first)) continue;
      firsts.insert(first);
      seconds.insert(second);
    }
  if (firsts.empty()) return terms_.boolean(false);
  budget_.check();
  struct Side {
    Term can;    // the pointer leads to an object in question, and to a place in it or one past its end
    Term start;  // it is at its start ...
    Term end;    // ... or one past the end of one that has a size
    Term address;
  };
  auto side = [&](const Value& pointer, const std::set<uint32_t>& objects) {
    auto each = [&](auto&& of) { return pointers_.by_place(pointer, of); };
    Side made;
    made.can = each([&](uint32_t object, Term offset) {
      if (!objects.contains(object)) return terms_.boolean(false);
      return terms_.binary(Op::bv_ule, offset, objects_[object].size);
    });
    made.start = terms_.eq(pointer.offset, number(0));
    made.end = each([&](uint32_t object, Term offset) {
      Term size = objects_[object].size;
      return terms_.and_(terms_.eq(offset, size), terms_.ne(size, number(0)));
    });
    made.address = each([&](uint32_t object, Term offset) {
      return objects.contains(object) ? terms_.binary(Op::bv_add, base(object), offset) : number(0);
    });
    return made;
  };
  Side one = side(a, firsts), two = side(b, seconds);
  Term next_to = terms_.or_(terms_.and_(one.end, two.start), terms_.and_(two.end, one.start));
  Term possible =
      terms_.and_(terms_.and_(one.can, two.can), terms_.and_(terms_.ne(a.term, b.term), terms_.not_(next_to)));
  return terms_.and_(possible, terms_.eq(one.address, two.address));
}

bool Addresses::may_be_mistaken(uint32_t object, uint32_t thread) const {
  std::vector<uint32_t> all = all_exposed();
  return use_.killed_beside(object, thread) &&
         std::ranges::any_of(all, [&](uint32_t other) { return other != object && objects_.is_data(other); });
}

void Addresses::found_gone(uint32_t other, uint32_t object, Term gone) { found_gone_[{other, object}] = gone; }

Term Addresses::gone(uint32_t other, uint32_t object) {
  Term result = terms_.boolean(false);
  if (const Shared<ObjectState>& then = objects_[object].alive_before.get(other)) result = terms_.not_(then->alive);
  auto found = found_gone_.find({other, object});
  return found == found_gone_.end() ? result : terms_.or_(result, found->second);
}

Term Addresses::extent(uint32_t object) {
  const ObjectInfo& info = objects_[object];
  if (info.storage != core::Storage::heap) return info.size;
  return terms_.ite(terms_.eq(info.size, number(0)), number(1), info.size);
}

Term Addresses::disjoint(uint32_t a, uint32_t b) {
  auto end = [&](uint32_t object) { return terms_.binary(Op::bv_add, base(object), extent(object)); };
  return terms_.or_(terms_.binary(Op::bv_ule, end(a), base(b)), terms_.binary(Op::bv_ule, end(b), base(a)));
}

std::vector<Term> Addresses::constraints(bool threads) {
  std::vector<Term> all;
  std::erase_if(bases_, [&](const auto& known) { return !objects_[known.first].born; });
  // What another thread exposes somewhere, it need not expose on this run; numbers do not lead there then.
  for (const auto& [object, hit] : hits_) {
    auto exposed = exposed_when_.find(object);
    all.push_back(exposed == exposed_when_.end() ? terms_.not_(hit) : terms_.implies(hit, exposed->second));
  }
  for (const auto& [object, base] : bases_) {
    const ObjectInfo& info = objects_[object];
    all.push_back(terms_.binary(Op::bv_ule, number(core::kFirstAddress), base));
    all.push_back(terms_.binary(Op::bv_ule, base, terms_.binary(Op::bv_add, base, extent(object))));
    if (info.align > 1) all.push_back(terms_.eq(terms_.binary(Op::bv_and, base, number(info.align - 1)), number(0)));
  }
  // Quadratic in the objects whose addresses matter, which are few even in large programs.
  for (auto later = bases_.begin(); later != bases_.end(); ++later)
    for (auto earlier = bases_.begin(); earlier != later; ++earlier) {
      uint32_t a = earlier->first, b = later->first;
      bool met = objects_.is_global(a) || objects_[b].alive_before.get(a) || objects_[a].alive_before.get(b);
      if (!met && !threads) continue;  // on different paths
      Term together = terms_.and_(objects_[a].born, objects_[b].born);
      together = terms_.and_(together, terms_.not_(terms_.or_(gone(a, b), gone(b, a))));
      all.push_back(terms_.implies(together, disjoint(a, b)));
    }
  return all;
}

}  // namespace fencepost::unroll
