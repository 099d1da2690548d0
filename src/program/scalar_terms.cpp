#include "program/scalar_terms.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace fencepost::program {

using core::Expr;
using core::ExprOp;
using core::Type;
using core::TypeKind;
using logic::Op;

Term ScalarTerms::constant(Bits value, const Type& type) {
  switch (type.kind) {
    case TypeKind::boolean:
      return terms_.boolean(value != 0);
    case TypeKind::integer:
      return arithmetic_.constant(value, type);
    case TypeKind::floating:
      return terms_.fp_bits(value, type.bits);
    case TypeKind::pointer:
      break;
  }
  FP_UNREACHABLE("a pointer is no scalar");
}

Term ScalarTerms::apply(const Expr& expr, std::span<const Term> args) {
  const Type& operand = expr.args[0]->type;
  switch (expr.op) {
    case ExprOp::int_to_float: {
      Term bits = arithmetic_.to_bits(args[0], operand);
      return terms_.convert(operand.is_signed ? Op::fp_from_sbv : Op::fp_from_ubv, bits,
                            logic::float_sort(expr.type.bits));
    }
    case ExprOp::bits_to_float:
      return terms_.convert(Op::fp_from_bits, arithmetic_.to_bits(args[0], operand), logic::float_sort(expr.type.bits));
    case ExprOp::float_to_bits:
      return arithmetic_.from_bits(terms_.unary(Op::fp_to_bits, args[0]), expr.type);
    case ExprOp::bool_to_int:
      return terms_.ite(args[0], arithmetic_.constant(1, expr.type), arithmetic_.constant(0, expr.type));
    default:
      break;
  }
  switch (operand.kind) {
    case TypeKind::floating:
      return floating(expr, args);
    case TypeKind::boolean:
      return boolean(expr, args);
    case TypeKind::integer:
      return integer(expr, args);
    case TypeKind::pointer:
      break;
  }
  FP_UNREACHABLE(core::to_string(expr));
}

Term ScalarTerms::boolean(const Expr& expr, std::span<const Term> args) {
  Term a = args[0], b = args.size() > 1 ? args[1] : Term();
  switch (expr.op) {
    case ExprOp::log_and:
    case ExprOp::bit_and:
      return terms_.and_(a, b);
    case ExprOp::log_or:
    case ExprOp::bit_or:
      return terms_.or_(a, b);
    case ExprOp::log_not:
    case ExprOp::bit_not:
      return terms_.not_(a);
    case ExprOp::eq:
      return terms_.eq(a, b);
    case ExprOp::ne:
    case ExprOp::bit_xor:
      return terms_.ne(a, b);
    case ExprOp::lt:
      return terms_.and_(terms_.not_(a), b);
    case ExprOp::le:
      return terms_.or_(terms_.not_(a), b);
    case ExprOp::int_cast:
      return terms_.ite(a, arithmetic_.constant(1, expr.type), arithmetic_.constant(0, expr.type));
    default:
      FP_UNREACHABLE(core::to_string(expr));
  }
}

Term ScalarTerms::integer(const Expr& expr, std::span<const Term> args) {
  const Type& type = expr.args[0]->type;
  Term a = args[0], b = args.size() > 1 ? args[1] : Term();
  switch (expr.op) {
    case ExprOp::eq:
      return terms_.eq(a, b);
    case ExprOp::ne:
      return terms_.ne(a, b);
    case ExprOp::lt:
      return arithmetic_.less(a, b, type, false);
    case ExprOp::le:
      return arithmetic_.less(a, b, type, true);
    case ExprOp::add_fits:
    case ExprOp::sub_fits:
    case ExprOp::mul_fits:
      return arithmetic_.fits(expr.op, a, b, type);
    case ExprOp::int_cast:
      if (expr.type.kind == TypeKind::boolean)
        return terms_.eq(terms_.extract(arithmetic_.to_bits(a, type), 0, 0), terms_.bv(1, 1));
      return arithmetic_.cast(a, type, expr.type);
    case ExprOp::shl:
    case ExprOp::shr:
      return arithmetic_.shift(expr.op, a, type, b, expr.args[1]->type);
    default:
      return arithmetic_.apply(expr.op, a, b, type);
  }
}

Term ScalarTerms::floating(const Expr& expr, std::span<const Term> args) {
  Term a = args[0], b = args.size() > 1 ? args[1] : Term();
  switch (expr.op) {
    case ExprOp::add:
      return terms_.binary(Op::fp_add, a, b);
    case ExprOp::sub:
      return terms_.binary(Op::fp_sub, a, b);
    case ExprOp::mul:
      return terms_.binary(Op::fp_mul, a, b);
    case ExprOp::div:
      return terms_.binary(Op::fp_div, a, b);
    case ExprOp::neg:
      return terms_.unary(Op::fp_neg, a);
    case ExprOp::eq:
      return terms_.binary(Op::fp_eq, a, b);
    case ExprOp::ne:
      return terms_.not_(terms_.binary(Op::fp_eq, a, b));
    case ExprOp::lt:
      return terms_.binary(Op::fp_lt, a, b);
    case ExprOp::le:
      return terms_.binary(Op::fp_le, a, b);
    case ExprOp::is_nan:
      return terms_.unary(Op::fp_is_nan, a);
    case ExprOp::float_cast:
      return terms_.convert(Op::fp_to_fp, a, logic::float_sort(expr.type.bits));
    case ExprOp::float_to_int: {
      Term bits =
          terms_.convert(expr.type.is_signed ? Op::fp_to_sbv : Op::fp_to_ubv, a, logic::bv_sort(expr.type.bits));
      return arithmetic_.from_bits(bits, expr.type);
    }
    case ExprOp::float_fits:
      return float_fits(a, expr.args[0]->type, expr.type2);
    default:
      FP_UNREACHABLE(core::to_string(expr));
  }
}

Term ScalarTerms::float_constant(double value, unsigned width) {
  if (width == 32 || width == 64) return terms_.fp(value, width);
  return terms_.convert(Op::fp_to_fp, terms_.fp(value, 64), logic::float_sort(width));
}

// The truncated value fits iff it lies strictly between min - 1 and max + 1. max + 1 is a power of two; min - 1 may lie
// between two floats, of which min is the upper one.
Term ScalarTerms::float_fits(Term value, const Type& from, const Type& to) {
  unsigned magnitude = to.bits - (to.is_signed ? 1u : 0u);
  unsigned precision = from.bits == 16 ? 11 : from.bits == 32 ? 24 : from.bits == 64 ? 53 : from.bits == 80 ? 64 : 113;
  double limit = std::ldexp(1.0, static_cast<int>(magnitude));
  Term below = terms_.binary(Op::fp_lt, value, float_constant(limit, from.bits));
  Term above;
  if (!to.is_signed)
    above = terms_.binary(Op::fp_lt, float_constant(-1.0, from.bits), value);
  else if (magnitude + 1 <= std::min(precision, 53u))
    above = terms_.binary(Op::fp_lt, float_constant(-limit - 1, from.bits), value);
  else if (precision <= magnitude)
    above = terms_.binary(Op::fp_le, float_constant(-limit, from.bits), value);
  else
    // Wider than a double: -2^63 - 1 as the sum of two exact constants.
    above = terms_.binary(Op::fp_lt,
                          terms_.binary(Op::fp_add, float_constant(-limit, from.bits), float_constant(-1.0, from.bits)),
                          value);
  return terms_.and_(above, below);
}

}  // namespace fencepost::program
