// Objects as numbers. Each object whose address is ever used gets a variable for its base; constraints place the objects
// that live together apart (C11 6.5.9: one past the end of one may be the start of another). An object that is made when
// another one is gone may lie where that one lay. Numbers become pointers again by PNVI-ae: only into objects whose
// address was exposed before (core/memory_bytes.h).
//
// With threads "before" is taken as "by this thread before, or by another one at all on this run", if the object is known to
// have been made or nobody knows: a number that leads to an object comes from its exposure, and so after it, but for
// numbers that are guessed. Of these, those that miss the object are possible as well.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "core/core.h"
#include "unroll/address_use.h"
#include "unroll/feasible.h"
#include "unroll/objects.h"
#include "unroll/pointers.h"

namespace fencepost::unroll {

class Addresses {
 public:
  // unspecified_fails: whoever uses an unspecified value fails a check.
  Addresses(bool unspecified_fails, Terms& terms, Objects& objects, Pointers& pointers, Budget& budget, AddressUse& use,
            Feasible& feasible);

  // The address as a bit-vector of pointer width.
  Term address(const Value& pointer);
  void expose(State& state, Term object);
  // On some path, by some thread.
  bool was_exposed(uint32_t object) const;
  Value pointer_to(const State& state, Term address);
  // Stands for a value that nobody has written. Where using it fails a check, it need not lead anywhere.
  void found_unspecified(Term value);
  // A number that was computed from addresses, as what it is the address of, wherever that is now: an object and a number of bytes
  // beyond its start; no object: the number itself. None: it was computed in other ways.
  std::optional<Value> places(Term number);
  // Are two numbers the same? As a choice of places, where at least one was computed from addresses: of most pairs of places it is plain
  // whether they are, whatever the addresses. None: it is not known what they were computed from.
  std::optional<Term> equal(const State& state, Term a, Term b);
  // Are two pointers into different objects the same address, since one object came after the other? Not so if one is one
  // past the end and the other at the start.
  Term coincide(const State& state, const Value& a, const Value& b);
  // Two exposed objects of which this one, which threads other than this may end, can have the address of the other or lie
  // next to it.
  bool may_be_mistaken(uint32_t object, uint32_t thread) const;
  // Now the object has been made if this holds; null: nobody knows.
  void found_made(uint32_t object, Term made) { found_made_[object] = made; }
  void forget_made() { found_made_.clear(); }
  // When `object` was made, `other` was found to be gone if this holds.
  void found_gone(uint32_t other, uint32_t object, Term gone);

  // What nobody knows about addresses (core.h), or not yet, and somebody has asked for since the last time; and when.
  struct Unknown {
    Term when;
    uint32_t object;
    std::string what;
  };
  std::vector<Unknown> take_unknown() { return std::exchange(unknown_, {}); }
  // The base of an object, or null if nobody asked for it.
  Term known_base(uint32_t object) const;
  // What the environment guarantees about bases: not null, aligned, inside the address space, disjoint. In the end.
  std::vector<Term> constraints(bool threads);

 private:
  struct Place {
    uint32_t object;
    Bits offset;
    bool operator==(const Place&) const = default;
  };
  // addresses_places.cpp
  using Places = std::vector<std::pair<Place, Term>>;  // one of which it is, and when
  std::optional<Place> combined(logic::Op op, Place a, Place b) const;
  void add_place(Places& to, Place place, Term when);
  std::optional<Places> chosen_places(Term condition, Term yes, Term no, int depth);
  std::optional<Places> computed_places(Term number, int depth);
  const Places* places_of(Term number, int depth);
  void note_places(const Value& pointer, Term address);
  std::optional<Value> pointer_back(const State& state, Term address);
  bool may_follow(uint32_t one, uint32_t other) const;
  bool differ(const State& state, const Place& a, const Place& b) const;
  Term address_of(const Place& place);

  Term base(uint32_t object);
  // How many bytes nobody else has meanwhile: an allocation of none is disjoint from others like one of some (7.22.3p1).
  Term extent(uint32_t object);
  Term disjoint(uint32_t a, uint32_t b);
  Term exposed(const State& state, uint32_t object) const;
  std::vector<uint32_t> all_exposed() const;
  bool may_be_dead(const State& state, uint32_t object) const;
  bool may_be_gone(uint32_t other, uint32_t object) const;  // when `object` is made
  Term gone(uint32_t other, uint32_t object);
  Term number(Bits value) { return terms_.bv(value, pointers_.bits()); }

  const bool unspecified_fails_;
  Terms& terms_;
  Objects& objects_;
  Pointers& pointers_;
  Budget& budget_;  // pointers that may lead anywhere take long
  AddressUse& use_;
  Feasible& feasible_;
  std::map<uint32_t, Term> bases_;
  std::unordered_map<Term, uint32_t> objects_of_bases_;
  std::unordered_map<Term, std::optional<Places>> places_;
  std::map<std::pair<uint32_t, uint32_t>, Term> found_gone_;  // other, object
  std::map<uint32_t, Term> found_made_;
  std::map<uint32_t, Term> exposed_when_;  // by any thread
  std::map<uint32_t, Term> hits_;          // when a number led to an object
  std::vector<uint32_t> exposed_order_;
  std::vector<Unknown> unknown_;
};

}  // namespace fencepost::unroll
