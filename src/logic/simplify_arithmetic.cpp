// Sums, products and quotients of bit-vectors. Constants travel outwards, so that a counter is always base + constant
// and the difference of two addresses into one object is a constant.
#include <bit>

#include "base/check.h"
#include "logic/simplify.h"

namespace fencepost::logic {
namespace {

bool is(Term term, Op op) { return term.op() == op; }
bool plus_constant(Term term) { return is(term, Op::bv_add) && term.args()[1].is_const(); }

// The exponent if the value is a power of two, else -1.
int exponent(Bits value) {
  if (value == 0 || (value & (value - 1)) != 0) return -1;
  uint64_t high = static_cast<uint64_t>(value >> 64);
  return high != 0 ? 64 + std::countr_zero(high) : std::countr_zero(static_cast<uint64_t>(value));
}

Term add(Terms& terms, Term a, Term b) {
  unsigned width = a.sort().width;
  auto sum = [&](Term x, Term y) { return terms.binary(Op::bv_add, x, y); };
  if (is_zero(b)) return a;
  if (b.is_const()) {
    if (plus_constant(a)) return sum(a.args()[0], terms.bv(a.args()[1].value() + b.value(), width));
    if (is(a, Op::bv_sub) && a.args()[0].is_const())
      return terms.binary(Op::bv_sub, terms.bv(a.args()[0].value() + b.value(), width), a.args()[1]);
    return {};
  }
  if (plus_constant(a)) return sum(sum(a.args()[0], b), a.args()[1]);
  if (plus_constant(b)) return sum(sum(a, b.args()[0]), b.args()[1]);
  for (auto [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (is(y, Op::bv_neg)) return terms.binary(Op::bv_sub, x, y.args()[0]);
    if (is(y, Op::bv_sub) && y.args()[1] == x) return y.args()[0];
    if (is(y, Op::bv_not) && y.args()[0] == x) return terms.bv(~Bits(0), width);
  }
  return {};
}

Term sub(Terms& terms, Term a, Term b) {
  unsigned width = a.sort().width;
  auto difference = [&](Term x, Term y) { return terms.binary(Op::bv_sub, x, y); };
  if (a == b) return terms.bv(0, width);
  if (b.is_const()) return terms.binary(Op::bv_add, a, terms.bv(-b.value(), width));
  if (is_zero(a)) return terms.unary(Op::bv_neg, b);
  if (is_ones(a)) return terms.unary(Op::bv_not, b);
  if (is(b, Op::bv_neg)) return terms.binary(Op::bv_add, a, b.args()[0]);
  if (plus_constant(b)) {
    Term k = b.args()[1];
    if (a.is_const()) return difference(terms.bv(a.value() - k.value(), width), b.args()[0]);
    return terms.binary(Op::bv_add, difference(a, b.args()[0]), terms.bv(-k.value(), width));
  }
  if (plus_constant(a)) return terms.binary(Op::bv_add, difference(a.args()[0], b), a.args()[1]);
  if (is(a, Op::bv_add))
    for (int side : {0, 1})
      if (a.args()[side] == b) return a.args()[1 - side];
  if (is(b, Op::bv_add))
    for (int side : {0, 1})
      if (b.args()[side] == a) return terms.unary(Op::bv_neg, b.args()[1 - side]);
  if (is(b, Op::bv_sub) && b.args()[0] == a) return b.args()[1];
  if (is(a, Op::bv_sub) && a.args()[0] == b) return terms.unary(Op::bv_neg, a.args()[1]);
  return {};
}

Term mul(Terms& terms, Term a, Term b) {
  unsigned width = a.sort().width;
  if (b.is_const()) {
    if (is_zero(b)) return b;
    if (b.value() == 1) return a;
    if (is_ones(b)) return terms.unary(Op::bv_neg, a);
    if (is(a, Op::bv_mul) && a.args()[1].is_const())
      return terms.binary(Op::bv_mul, a.args()[0], terms.bv(a.args()[1].value() * b.value(), width));
    if (is(a, Op::bv_neg)) return terms.binary(Op::bv_mul, a.args()[0], terms.bv(-b.value(), width));
    return {};
  }
  if (is(a, Op::bv_neg) && is(b, Op::bv_neg)) return terms.binary(Op::bv_mul, a.args()[0], b.args()[0]);
  return {};
}

Term unsigned_division(Terms& terms, Op op, Term a, Term b) {
  unsigned width = a.sort().width;
  bool quotient = op == Op::bv_udiv;
  if (is_zero(a) && !quotient) return a;
  if (!b.is_const()) {
    if (a == b && !quotient) return terms.bv(0, width);
    // Holds for a zero divisor as well, unlike the quotient.
    if (!quotient && is(a, Op::bv_zext) && is(b, Op::bv_zext) && a.args()[0].sort() == b.args()[0].sort())
      return terms.zext(terms.binary(op, a.args()[0], b.args()[0]), width);
    return {};
  }
  if (is_zero(b)) return quotient ? terms.bv(~Bits(0), width) : a;
  if (int shift = exponent(b.value()); shift >= 0) {
    if (shift == 0) return quotient ? a : terms.bv(0, width);
    unsigned cut = static_cast<unsigned>(shift);
    return terms.zext(quotient ? terms.extract(a, width - 1, cut) : terms.extract(a, cut - 1, 0), width);
  }
  if (is(a, Op::bv_zext)) {
    unsigned inner = a.args()[0].sort().width;
    if (low_bits(b.value(), inner) != b.value()) return quotient ? terms.bv(0, width) : a;
    return terms.zext(terms.binary(op, a.args()[0], terms.bv(b.value(), inner)), width);
  }
  return {};
}

Term signed_division(Terms& terms, Op op, Term a, Term b) {
  unsigned width = a.sort().width;
  bool quotient = op == Op::bv_sdiv;
  if (is_zero(a) && !quotient) return a;
  // Both operands non-negative by construction: the unsigned circuit is cheaper.
  bool positive = b.is_const() ? !is_zero(b) && as_signed(b.value(), width) > 0 : is(b, Op::bv_zext);
  if (is(a, Op::bv_zext) && positive) return terms.binary(quotient ? Op::bv_udiv : Op::bv_urem, a, b);
  if (!b.is_const()) return {};
  if (is_zero(b)) return quotient ? Term() : a;
  if (is_ones(b)) return quotient ? terms.unary(Op::bv_neg, a) : terms.bv(0, width);
  if (b.value() == 1) return quotient ? a : terms.bv(0, width);
  if (is(a, Op::bv_sext)) {
    Term x = a.args()[0];
    unsigned inner = x.sort().width;
    SignedBits k = as_signed(b.value(), width);
    // The divisor -1 is gone, so the quotient of the narrow minimum fits.
    if (as_signed(b.value(), inner) == k) return terms.sext(terms.binary(op, x, terms.bv(b.value(), inner)), width);
  }
  return {};
}

}  // namespace

Term simplify_arithmetic(Terms& terms, Op op, Term a, Term b) {
  switch (op) {
    case Op::bv_add:
      return add(terms, a, b);
    case Op::bv_sub:
      return sub(terms, a, b);
    case Op::bv_mul:
      return mul(terms, a, b);
    case Op::bv_udiv:
    case Op::bv_urem:
      return unsigned_division(terms, op, a, b);
    case Op::bv_sdiv:
    case Op::bv_srem:
      return signed_division(terms, op, a, b);
    default:
      FP_UNREACHABLE("not an arithmetic operator");
  }
}

}  // namespace fencepost::logic
