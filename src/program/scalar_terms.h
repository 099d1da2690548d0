// Core's operators on integers, floats and Booleans as terms: the meaning that core/expr.h fixes, whoever asks. What pointers and
// registers are is another's business.
#pragma once

#include <span>

#include "program/arithmetic.h"

namespace fencepost::program {

class ScalarTerms {
 public:
  ScalarTerms(Terms& terms, Arithmetic& arithmetic) : terms_(terms), arithmetic_(arithmetic) {}

  // Not of a pointer type.
  Term constant(Bits value, const core::Type& type);
  // Of an operator neither whose operands nor whose result are pointers, and that is not a leaf, `select` or `specified`.
  Term apply(const core::Expr& expr, std::span<const Term> args);

 private:
  Term integer(const core::Expr& expr, std::span<const Term> args);
  Term floating(const core::Expr& expr, std::span<const Term> args);
  Term boolean(const core::Expr& expr, std::span<const Term> args);
  Term float_fits(Term value, const core::Type& from, const core::Type& to);
  Term float_constant(double value, unsigned width);

  Terms& terms_;
  Arithmetic& arithmetic_;
};

}  // namespace fencepost::program
