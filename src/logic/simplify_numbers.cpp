// Mathematical integers, floats, unary operators and conversions.
#include "base/check.h"
#include "logic/simplify.h"

namespace fencepost::logic {
namespace {

bool is(Term term, Op op) { return term.op() == op; }
bool is_one(Term term) { return term.is_const() && term.value() == 1; }

// (x + k) + m, if k + m fits.
Term gather(Terms& terms, Term a, Term b) {
  if (!b.is_const() || !is(a, Op::int_add) || !a.args()[1].is_const()) return {};
  SignedBits sum = 0;
  if (__builtin_add_overflow(static_cast<SignedBits>(a.args()[1].value()), static_cast<SignedBits>(b.value()), &sum))
    return {};
  return terms.binary(Op::int_add, a.args()[0], terms.integer(sum));
}

}  // namespace

Term simplify_integer(Terms& terms, Op op, Term a, Term b) {
  switch (op) {
    case Op::int_add:
      if (is_zero(b)) return a;
      return gather(terms, a, b);
    case Op::int_sub: {
      if (is_zero(b)) return a;
      if (a == b) return terms.integer(0);
      SignedBits negated = 0;
      if (b.is_const() && !__builtin_sub_overflow(SignedBits(0), static_cast<SignedBits>(b.value()), &negated))
        return terms.binary(Op::int_add, a, terms.integer(negated));
      if (is_zero(a)) return terms.unary(Op::int_neg, b);
      return {};
    }
    case Op::int_mul:
      if (is_zero(b)) return b;
      return is_one(b) ? a : Term();
    case Op::int_div:
      return is_one(b) ? a : Term();
    case Op::int_mod:
      return is_one(b) ? terms.integer(0) : Term();
    case Op::int_lt:
      return a == b ? terms.boolean(false) : Term();
    case Op::int_le:
      return terms.not_(terms.binary(Op::int_lt, b, a));
    default:
      FP_UNREACHABLE("not an integer operator");
  }
}

Term simplify_float(Terms& terms, Op op, Term a, Term b) {
  if (a != b) return {};
  switch (op) {
    case Op::fp_lt:
      return terms.boolean(false);
    case Op::fp_le:
    case Op::fp_eq:
      return terms.not_(terms.unary(Op::fp_is_nan, a));
    default:
      return {};
  }
}

Term simplify_unary(Terms& terms, Op op, Term a) {
  auto args = a.args();
  switch (op) {
    case Op::bv_neg:
      if (is(a, Op::bv_neg)) return args[0];
      if (is(a, Op::bv_sub)) return terms.binary(Op::bv_sub, args[1], args[0]);
      if (is(a, Op::bv_add) && args[1].is_const())
        return terms.binary(Op::bv_sub, terms.bv(-args[1].value(), a.sort().width), args[0]);
      return {};
    case Op::bv_not:
      return is(a, Op::bv_not) ? args[0] : Term();
    case Op::int_neg:
      return is(a, Op::int_neg) ? args[0] : Term();
    case Op::fp_neg:
      return is(a, Op::fp_neg) ? args[0] : Term();
    case Op::fp_to_bits:
      return is(a, Op::fp_from_bits) ? args[0] : Term();
    case Op::fp_is_nan:
    case Op::fp_is_inf:
      if (is(a, Op::fp_neg)) return terms.unary(op, args[0]);
      if (op == Op::fp_is_nan && (is(a, Op::fp_from_sbv) || is(a, Op::fp_from_ubv))) return terms.boolean(false);
      return {};
    case Op::bv_to_int_unsigned:
      return is(a, Op::bv_zext) ? terms.unary(op, args[0]) : Term();
    case Op::bv_to_int_signed:
      if (is(a, Op::bv_sext)) return terms.unary(op, args[0]);
      return is(a, Op::bv_zext) ? terms.unary(Op::bv_to_int_unsigned, args[0]) : Term();
    default:
      return {};
  }
}

Term simplify_conversion(Terms& terms, Op op, Term a, Sort to) {
  if (op == Op::fp_from_bits && is(a, Op::fp_to_bits)) return a.args()[0];
  if (op == Op::int_to_bv && (is(a, Op::bv_to_int_unsigned) || is(a, Op::bv_to_int_signed))) {
    Term x = a.args()[0];
    if (to.width <= x.sort().width) return terms.extract(x, to.width - 1, 0);
    return is(a, Op::bv_to_int_unsigned) ? terms.zext(x, to.width) : terms.sext(x, to.width);
  }
  if (op == Op::fp_from_sbv && is(a, Op::bv_zext)) return terms.convert(Op::fp_from_ubv, a.args()[0], to);
  if (op == Op::fp_from_sbv && is(a, Op::bv_sext)) return terms.convert(op, a.args()[0], to);
  if (op == Op::fp_from_ubv && is(a, Op::bv_zext)) return terms.convert(op, a.args()[0], to);
  return {};
}

}  // namespace fencepost::logic
