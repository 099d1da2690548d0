// Core's integer operators as terms, in two variants behind one interface. Exact: an integer is a bit-vector of its
// type's width. Mathematical: an integer is an Int within its type's range; unsigned results are reduced modulo 2^w, and
// a signed result that leaves its range is an *escape*, a condition under which the term no longer means what Core means.
// Elaboration checks signed overflow before, so an escape is reached only where that check is off or was not needed;
// the unroller turns escapes into `unsupported` obligations, which keeps SAFE honest.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/expr.h"

namespace fencepost::program {

using logic::Bits;
using logic::SignedBits;
using logic::Term;
using logic::Terms;

class Arithmetic {
 public:
  virtual ~Arithmetic() = default;

  virtual logic::Sort sort(const core::Type& type) const = 0;
  virtual Term constant(Bits value, const core::Type& type) = 0;
  // add, sub, mul, div, rem, bit_and, bit_or, bit_xor, neg, bit_not: operands and result of `type`. b is null for one
  // operand.
  virtual Term apply(core::ExprOp op, Term a, Term b, const core::Type& type) = 0;
  virtual Term shift(core::ExprOp op, Term a, const core::Type& type, Term count, const core::Type& count_type) = 0;
  virtual Term less(Term a, Term b, const core::Type& type, bool or_equal) = 0;
  // add_fits, sub_fits, mul_fits
  virtual Term fits(core::ExprOp op, Term a, Term b, const core::Type& type) = 0;
  virtual Term cast(Term a, const core::Type& from, const core::Type& to) = 0;
  virtual Term to_bits(Term a, const core::Type& type) = 0;
  virtual Term from_bits(Term bits, const core::Type& type) = 0;
  // Restricts a new variable to its type's range; null if its sort does.
  virtual Term in_range(Term a, const core::Type& type) = 0;

  // Conditions gathered since the last call.
  std::vector<Term> take_escapes() { return std::exchange(escapes_, {}); }

 protected:
  std::vector<Term> escapes_;
};

std::unique_ptr<Arithmetic> exact_arithmetic(Terms& terms);
std::unique_ptr<Arithmetic> mathematical_arithmetic(Terms& terms);

}  // namespace fencepost::program
