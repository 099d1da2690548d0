// A symbolic value: what a register or a cell holds. Booleans and floats are terms of their sorts, integers are
// bit-vectors (or Int terms, arithmetic.h), a pointer is an object number and a signed byte offset, each a term.
//
// The object number of every pointer is a tree of ite over constants: pointers come from constants, merges and
// int_to_ptr alone. Whoever dereferences walks that tree (pointers.h) and touches only the objects at its leaves.
// Rejected: one 64-bit vector with the object in its upper bits; the simplifier would have to see through the
// concatenation at every merge, and an integer cast to a pointer would not fit.
#pragma once

#include "unroll/read_sets.h"

namespace fencepost::unroll {

using logic::Bits;
using logic::SignedBits;
using logic::Term;
using logic::Terms;

struct Value {
  Term term;          // of a pointer: the object number
  Term offset;        // pointers alone
  Term unspecified;   // Boolean: see core/expr.h; null means false
  ReadSet reads = 0;  // that it rests on; kept only if Options says so
  Term view;          // pointers: what it is for (views.h), a tree of ite over numbers of views; null means 0

  explicit operator bool() const { return static_cast<bool>(term); }
  bool operator==(const Value&) const = default;
};

inline constexpr unsigned kObjectBits = 24;

}  // namespace fencepost::unroll
