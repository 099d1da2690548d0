// Where a pointer may point: its object number is a tree of ite over constants (value.h), and its offset often has the
// same shape. resolve() walks both together, so `c ? &a[3] : &b[7]` gives two places, each with a constant offset, and
// the conditions are the merges' own, not comparisons of object numbers.
//
// Where simplification has joined two choices of one object, the two trees no longer have one shape; then choices of the
// offset that the place's condition rules out are left out.
//
// The walk visits each pair of subterms once, in the order of their creation from the newest, so it is linear in the
// shared graph, not in the number of paths through it.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "unroll/value.h"

namespace fencepost::unroll {

struct Pointee {
  Term when;
  uint32_t object;
  Term offset;
};

class Pointers {
 public:
  Pointers(Terms& terms, unsigned bits) : terms_(terms), bits_(bits) {}

  Value make(uint32_t object, Bits offset = 0);
  unsigned bits() const { return bits_; }
  // Conditions exclude each other and one holds; an offset is right where its condition holds. In a fixed order.
  std::vector<Pointee> resolve(const Value& pointer);
  // The value of `of` for the object that the pointer designates, as a term over the pointer's own choices.
  Term by_object(Term object, const std::function<Term(uint32_t)>& of);
  // The same where the offset matters.
  Term by_place(const Value& pointer, const std::function<Term(uint32_t, Term)>& of);
  // All objects at the leaves, sorted.
  std::vector<uint32_t> objects(Term object);

 private:
  Term plus(Term offset, Bits added);
  // A term that equals the offset where the condition holds, with the choices that remain there; looks at so many.
  Term remaining(Term when, Term offset, int& choices);

  Terms& terms_;
  unsigned bits_;
};

}  // namespace fencepost::unroll
