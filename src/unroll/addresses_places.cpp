// Addresses: numbers that were computed from addresses, as the places that they are the addresses of. A pointer that becomes a
// number, carries a few bits for a while, or goes through a word of 16 bytes with a counter, comes back to the very place,
// and not to whatever places have that address.
#include <algorithm>

#include "core/choice.h"
#include "unroll/addresses.h"

namespace fencepost::unroll {

using logic::Op;

namespace {

constexpr size_t kMostPlaces = 32;  // of one number
constexpr int kDeepest = 200;

}  // namespace

// The lowest bits of an object's address are zero, as its alignment has it: there tags are set and cleared.
std::optional<Addresses::Place> Addresses::combined(Op op, Place a, Place b) const {
  const unsigned bits = pointers_.bits();
  auto at = [&](uint32_t object, Bits offset) { return Place{object, logic::low_bits(offset, bits)}; };
  if (op == Op::bv_sub && (b.object == 0 || a.object == b.object))
    return at(b.object == 0 ? a.object : 0, a.offset - b.offset);
  if (op == Op::bv_xor && a == b) return Place{0, 0};
  if (b.object != 0) std::swap(a, b);
  if (b.object != 0 || op == Op::bv_sub) return {};
  const Bits limit = a.object == 0 ? ~Bits{0} : objects_[a.object].align;
  switch (op) {
    case Op::bv_add:
      return at(a.object, a.offset + b.offset);
    case Op::bv_or:
      if (b.offset < limit) return at(a.object, a.offset | b.offset);
      return {};
    case Op::bv_xor:
      if (b.offset < limit) return at(a.object, a.offset ^ b.offset);
      return {};
    case Op::bv_and:
      if (b.offset < limit) return at(0, a.offset & b.offset);
      if (logic::low_bits(~b.offset, bits) < limit) return at(a.object, a.offset & b.offset);
      return {};
    default:
      return {};
  }
}

void Addresses::add_place(Places& to, Place place, Term when) {
  if (when.is_false()) return;
  auto known = std::ranges::find(to, place, &std::pair<Place, Term>::first);
  if (known == to.end())
    to.emplace_back(place, when);
  else
    known->second = terms_.or_(known->second, when);
}

std::optional<Addresses::Places> Addresses::chosen_places(Term condition, Term yes, Term no, int depth) {
  Places all;
  for (bool outcome : {true, false}) {
    const Places* side = places_of(outcome ? yes : no, depth);
    if (side == nullptr) return {};
    Term chosen = outcome ? condition : terms_.not_(condition);
    for (const auto& [place, when] : *side) add_place(all, place, terms_.and_(chosen, when));
  }
  return all;
}

std::optional<Addresses::Places> Addresses::computed_places(Term number, int depth) {
  auto args = number.args();
  if (number.is_const()) return Places{{{0, number.value()}, terms_.boolean(true)}};
  if (auto object = objects_of_bases_.find(number); object != objects_of_bases_.end())
    return Places{{{object->second, 0}, terms_.boolean(true)}};
  if (number.op() == Op::ite) return chosen_places(args[0], args[1], args[2], depth);
  Places all;
  // A part of a choice between words, as of one of 16 bytes.
  if (number.op() == Op::bv_extract && args[0].op() == Op::ite) {
    const Term choice = args[0];
    auto part = [&](size_t i) { return terms_.extract(choice.args()[i], number->hi, number->lo); };
    return chosen_places(choice.args()[0], part(1), part(2), depth);
  }
  // A part of a word that was put together of parts.
  if (number.op() == Op::bv_extract &&
      (args[0].op() == Op::bv_or || args[0].op() == Op::bv_and || args[0].op() == Op::bv_xor)) {
    const Term word = args[0];
    auto part = [&](size_t i) { return terms_.extract(word.args()[i], number->hi, number->lo); };
    const Term joined = terms_.binary(word.op(), part(0), part(1));
    const Places* found = joined != number ? places_of(joined, depth) : nullptr;
    return found != nullptr ? std::optional(*found) : std::nullopt;
  }
  // x with its lowest bits replaced is a concatenation.
  if (number.op() == Op::bv_concat) {
    const Term high = args[0], low = args[1];
    if (high.op() != Op::bv_extract || high->hi != pointers_.bits() - 1 || high->lo != low.sort().width ||
        !low.is_const())
      return {};
    const Places* whole = places_of(high.args()[0], depth);
    if (whole == nullptr) return {};
    const Bits tags = (Bits{1} << low.sort().width) - 1;
    for (const auto& [place, when] : *whole) {
      std::optional<Place> cleared = combined(Op::bv_and, place, {0, logic::low_bits(~tags, pointers_.bits())});
      std::optional<Place> made = cleared ? combined(Op::bv_or, *cleared, {0, low.value()}) : std::nullopt;
      if (!made) return {};
      add_place(all, *made, when);
    }
    return all;
  }
  if (args.size() != 2 || args[0].sort() != number.sort() || args[1].sort() != number.sort()) return {};
  const Places* first = places_of(args[0], depth);
  const Places* second = first != nullptr ? places_of(args[1], depth) : nullptr;
  if (second == nullptr || first->size() * second->size() > kMostPlaces) return {};
  for (const auto& [a, a_when] : *first)
    for (const auto& [b, b_when] : *second) {
      Term when = terms_.and_(a_when, b_when);
      if (when.is_false()) continue;
      std::optional<Place> made = combined(number.op(), a, b);
      if (!made) return {};
      add_place(all, *made, when);
    }
  return all;
}

const Addresses::Places* Addresses::places_of(Term number, int depth) {
  auto known = places_.find(number);
  if (known == places_.end()) {
    std::optional<Places> found;
    if (depth < kDeepest && number.sort().width == pointers_.bits()) found = computed_places(number, depth + 1);
    if (found && found->size() > kMostPlaces) found.reset();
    known = places_.emplace(number, std::move(found)).first;
  }
  return known->second ? &*known->second : nullptr;
}

// An object and the offset in it are chosen together; their sum does not tell which of them go with each other.
void Addresses::note_places(const Value& pointer, Term address) {
  if (places_.contains(address)) return;
  Places all;
  for (const Pointee& pointee : pointers_.resolve(pointer)) {
    const Places* offsets = places_of(pointee.offset, 0);
    if (offsets == nullptr) return;
    for (const auto& [offset, when] : *offsets) {
      if (offset.object != 0) return;
      add_place(all, {pointee.object, offset.offset}, terms_.and_(pointee.when, when));
    }
  }
  if (all.size() <= kMostPlaces) places_.emplace(address, std::move(all));
}

void Addresses::found_unspecified(Term value) {
  if (unspecified_fails_ && value.sort() == logic::bv_sort(pointers_.bits()))
    places_.emplace(value, Places{{{0, 0}, terms_.boolean(true)}});
}

std::optional<Value> Addresses::places(Term number) {
  const Places* all = places_of(number, 0);
  if (all == nullptr || all->empty()) return {};
  Value value;
  for (const auto& [place, when] : *all) {
    Term object = terms_.bv(place.object, kObjectBits), offset = this->number(place.offset);
    value.term = value.term ? terms_.ite(when, object, value.term) : object;
    value.offset = value.offset ? terms_.ite(when, offset, value.offset) : offset;
  }
  return value;
}

// By what the environment guarantees about addresses (constraints()) they are not the same, although the places are not.
bool Addresses::differ(const State& state, const Place& a, const Place& b) const {
  if (a.object == b.object) return true;
  if (objects_[a.object].function || objects_[b.object].function) return false;
  auto is_inside = [&](const Place& place, bool or_past) {
    const std::optional<uint64_t>& size = objects_[place.object].fixed_size;
    return size && (place.offset < *size || (or_past && place.offset == *size));
  };
  if (a.object == 0) return a.offset < core::kFirstAddress && is_inside(b, true);
  if (b.object == 0) return b.offset < core::kFirstAddress && is_inside(a, true);
  const bool may_be_one_place =
      may_follow(a.object, b.object) && (may_be_dead(state, a.object) || may_be_dead(state, b.object));
  return is_inside(a, false) && is_inside(b, false) && !may_be_one_place;
}

Term Addresses::address_of(const Place& place) {
  return terms_.binary(Op::bv_add, base(place.object), number(place.offset));
}

std::optional<Term> Addresses::equal(const State& state, Term a, Term b) {
  const unsigned bits = pointers_.bits(), width = a.sort().width;
  if (width == 2 * bits) {
    auto half = [&](Term whole, unsigned at) { return terms_.extract(whole, at + bits - 1, at); };
    std::optional<Term> low = equal(state, half(a, 0), half(b, 0)), high = equal(state, half(a, bits), half(b, bits));
    if (!low && !high) return {};
    return terms_.and_(low ? *low : terms_.eq(half(a, 0), half(b, 0)),
                       high ? *high : terms_.eq(half(a, bits), half(b, bits)));
  }
  if (width != bits) return {};
  const Places* first = places_of(a, 0);
  const Places* second = first != nullptr ? places_of(b, 0) : nullptr;
  if (second == nullptr || first->size() * second->size() > kMostPlaces) return {};
  auto leads_somewhere = [](const Places* all) {
    return std::ranges::any_of(*all, [](const auto& one) { return one.first.object != 0; });
  };
  if (!leads_somewhere(first) && !leads_somewhere(second)) return {};
  const Places ones = *first, others = *second;
  Term same = terms_.boolean(false);
  for (const auto& [one, one_when] : ones)
    for (const auto& [other, other_when] : others) {
      const Term when = terms_.and_(one_when, other_when);
      if (when.is_false() || (one != other && differ(state, one, other))) continue;
      same = terms_.or_(same, one == other ? when : terms_.and_(when, terms_.eq(address_of(one), address_of(other))));
    }
  return same;
}

// Could both lie at one address, one after the other?
bool Addresses::may_follow(uint32_t one, uint32_t other) const {
  auto is_made = [&](uint32_t object) { return objects_.is_data(object) && !objects_.is_global(object); };
  return is_made(one) && is_made(other) && (may_be_gone(one, other) || may_be_gone(other, one));
}

// A number that was the address of a living object leads there. Where that is gone and another one may lie there, nobody follows
// it, or the run is not modelled: that pointer could lead to any part of any object.
std::optional<Value> Addresses::pointer_back(const State& state, Term address) {
  std::optional<Value> found = places(address);
  if (!found) return {};
  std::vector<uint32_t> exposed = all_exposed();
  std::vector<Unknown> unknown;
  const Places all = *places_of(address, 0);
  for (const auto& [place, when] : all) {
    const Bits offset = place.offset;
    auto is_possible = [&](Term condition) {
      return state.path == nullptr || feasible_.may_hold(state.path, condition);
    };
    if (place.object == 0) {
      if (offset >= core::kFirstAddress && !exposed.empty() && is_possible(when)) return {};
      continue;
    }
    const ObjectInfo& info = objects_[place.object];
    if (!was_exposed(place.object) || !info.fixed_size || offset >= *info.fixed_size) {
      if (is_possible(when)) return {};
      continue;
    }
    if (!may_be_dead(state, place.object)) continue;
    const Shared<ObjectState>& content = state.memory.get(place.object);
    Term gone = content ? terms_.not_(content->alive) : terms_.boolean(true);
    for (uint32_t other : exposed) {
      if (other == place.object || !may_follow(place.object, other)) continue;
      Term inside = terms_.binary(
          Op::bv_ult,
          terms_.binary(Op::bv_sub, terms_.binary(Op::bv_add, base(place.object), number(offset)), base(other)),
          objects_[other].size);
      Term mistaken = terms_.and_(terms_.and_(when, gone), inside);
      if (!mistaken.is_false())
        unknown.push_back({mistaken, place.object,
                           "a number that was the address of an object that is gone, where another one may lie, "
                           "becomes a pointer again"});
    }
  }
  // A thread that is alone can be followed there.
  if (!unknown.empty() && !state.concurrent) return {};
  unknown_.insert(unknown_.end(), unknown.begin(), unknown.end());
  return found;
}

}  // namespace fencepost::unroll
