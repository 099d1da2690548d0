// Objects as numbers. Each object whose address is ever used gets a variable for its base; constraints place the objects
// that live together apart (C11 6.5.9: one past the end of one may be the start of another). Numbers become pointers
// again by PNVI-ae: only into objects whose address was exposed before on this path (core/memory_bytes.h).
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "core/core.h"
#include "program/unroll/objects.h"
#include "program/unroll/pointers.h"

namespace fencepost::program::unroll {

class Addresses {
 public:
  Addresses(Terms& terms, Objects& objects, Pointers& pointers, Budget& budget);

  // The address as a bit-vector of pointer width.
  Term address(const Value& pointer);
  void expose(State& state, Term object);
  // On some path, by some thread.
  bool was_exposed(uint32_t object) const;
  Value pointer_to(const State& state, Term address);
  // Whose addresses somebody has asked for although they are no numbers (core.h), since the last time; and when.
  struct Unknown {
    Term when;
    uint32_t object;
  };
  std::vector<Unknown> take_unknown() { return std::exchange(unknown_, {}); }
  // The base of an object, or null if nobody asked for it.
  Term known_base(uint32_t object) const;
  // What the environment guarantees about bases: not null, aligned, inside the address space, disjoint.
  // With threads, objects that no thread has seen together may still live together.
  std::vector<Term> constraints(bool threads);

 private:
  Term base(uint32_t object);
  Term disjoint(uint32_t a, uint32_t b);
  Term number(Bits value) { return terms_.bv(value, pointers_.bits()); }

  Terms& terms_;
  Objects& objects_;
  Pointers& pointers_;
  Budget& budget_;  // pointers that may lead anywhere take long
  std::map<uint32_t, Term> bases_;
  std::vector<uint32_t> exposed_order_;
  std::vector<Unknown> unknown_;
};

}  // namespace fencepost::program::unroll
