// cvc5 terms for Translator (translate.h).
#pragma once

#include <cvc5/cvc5.h>
#include <fmt/format.h>

#include "logic/parse_number.h"
#include "logic/translate.h"

namespace fencepost::logic {

class Cvc5Backend {
 public:
  using Expr = cvc5::Term;

  explicit Cvc5Backend(cvc5::Solver& solver)
      : solver_(solver),
        nearest_(solver.mkRoundingMode(cvc5::ROUND_NEAREST_TIES_TO_EVEN)),
        truncate_(solver.mkRoundingMode(cvc5::ROUND_TOWARD_ZERO)) {}

  Expr boolean(bool value) { return solver_.mkBoolean(value); }
  Expr bv(Bits value, unsigned width) { return solver_.mkBitVector(width, decimal(value), 10); }
  Expr integer(SignedBits value) { return solver_.mkInteger(signed_decimal(value)); }

  Expr variable(Term term, Sort sort) {
    std::string name = fmt::format("v{}", term.id());
    switch (sort.kind) {
      case SortKind::boolean:
        return solver_.mkConst(solver_.getBooleanSort(), name);
      case SortKind::integer:
        return solver_.mkConst(solver_.getIntegerSort(), name);
      default:
        return solver_.mkConst(solver_.mkBitVectorSort(sort.width), name);
    }
  }

  Expr extract(const Expr& a, unsigned hi, unsigned lo) { return indexed(cvc5::BITVECTOR_EXTRACT, {hi, lo}, {a}); }
  Expr concat(const Expr& a, const Expr& b) { return solver_.mkTerm(cvc5::BITVECTOR_CONCAT, {a, b}); }
  Expr number(const Expr& bits, unsigned width) {
    FloatShape s = float_shape(width);
    return indexed(cvc5::FLOATINGPOINT_TO_FP_FROM_IEEE_BV, {s.exponent, s.significand}, {bits});
  }

  // cvc5 has no function from floats to patterns: a new variable is defined by its inverse.
  Expr pattern(const Expr& number, unsigned width) {
    FloatShape s = float_shape(width);
    Expr bits = solver_.mkConst(solver_.mkBitVectorSort(s.exponent + s.significand));
    Expr is_nan = solver_.mkTerm(cvc5::FLOATINGPOINT_IS_NAN, {number});
    Expr inverse = solver_.mkTerm(cvc5::EQUAL, {this->number(bits, width), number});
    solver_.assertFormula(solver_.mkTerm(cvc5::OR, {is_nan, inverse}));
    return bits;
  }

  Expr define(const Expr& expr) {
    Expr name = solver_.mkConst(expr.getSort());
    solver_.assertFormula(solver_.mkTerm(cvc5::EQUAL, {name, expr}));
    return name;
  }

  Expr apply(Op op, const Expr* x, Term term);
  Expr float_apply(Op op, const Expr* x, Sort from, Sort to);

 private:
  Expr indexed(cvc5::Kind kind, const std::vector<uint32_t>& indices, const std::vector<Expr>& args) {
    return solver_.mkTerm(solver_.mkOp(kind, indices), args);
  }

  cvc5::Solver& solver_;
  Expr nearest_, truncate_;
};

}  // namespace fencepost::logic
