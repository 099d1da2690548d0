// Equality: against constants, through choices, and after removing what both sides share.
#include "base/check.h"
#include "logic/simplify.h"

namespace fencepost::logic {
namespace {

Term boolean_eq(Terms& terms, Term a, Term b) {
  if (b.is_const()) return b.is_true() ? a : terms.not_(a);
  if (complementary(a, b)) return terms.boolean(false);
  bool flip = (a.op() == Op::not_) != (b.op() == Op::not_);
  if (!flip && a.op() != Op::not_) return {};
  Term same = terms.eq(literal(a).base, literal(b).base);
  return flip ? terms.not_(same) : same;
}

// A choice with a leaf that decides the equality.
Term choice_eq(Terms& terms, Term choice, Term b) {
  auto args = choice.args();
  for (int side : {1, 2}) {
    Term leaf = args[side], other = args[3 - side];
    bool equal = leaf == b;
    if (!equal && !(leaf.is_const() && b.is_const())) continue;
    Term here = side == 1 ? args[0] : terms.not_(args[0]);
    Term elsewhere = terms.eq(other, b);
    return equal ? terms.or_(here, elsewhere) : terms.and_(terms.not_(here), elsewhere);
  }
  return {};
}

Bits odd_inverse(Bits value) {
  Bits inverse = value;  // Newton's iteration doubles the correct bits, three to begin with.
  for (int i = 0; i < 6; ++i) inverse *= 2 - value * inverse;
  return inverse;
}

// a = k for a bit-vector operator with an argument that can be moved to the other side.
Term constant_eq(Terms& terms, Term a, Term k) {
  auto args = a.args();
  unsigned width = a.sort().width;
  Bits value = k.value();
  auto constant = [&](Bits bits) { return terms.bv(bits, width); };
  bool second = args.size() == 2 && args[1].is_const();
  switch (a.op()) {
    case Op::bv_zext:
      if (low_bits(value, args[0].sort().width) != value) return terms.boolean(false);
      return terms.eq(args[0], terms.bv(value, args[0].sort().width));
    case Op::bv_sext: {
      unsigned inner = args[0].sort().width;
      if (low_bits(static_cast<Bits>(as_signed(value, inner)), width) != value) return terms.boolean(false);
      return terms.eq(args[0], terms.bv(value, inner));
    }
    case Op::bv_concat: {
      unsigned low = args[1].sort().width;
      return terms.and_(terms.eq(args[0], terms.bv(value >> low, args[0].sort().width)),
                        terms.eq(args[1], terms.bv(value, low)));
    }
    case Op::bv_add:
      return second ? terms.eq(args[0], constant(value - args[1].value())) : Term();
    case Op::bv_sub:
      if (value == 0) return terms.eq(args[0], args[1]);
      return args[0].is_const() ? terms.eq(args[1], constant(args[0].value() - value)) : Term();
    case Op::bv_xor:
      if (value == 0) return terms.eq(args[0], args[1]);
      return second ? terms.eq(args[0], constant(args[1].value() ^ value)) : Term();
    case Op::bv_mul:
      if (!second || (args[1].value() & 1) == 0) return {};
      return terms.eq(args[0], constant(value * odd_inverse(args[1].value())));
    case Op::bv_not:
      return terms.eq(args[0], constant(~value));
    case Op::bv_neg:
      return terms.eq(args[0], constant(-value));
    case Op::bv_and:
      return second && (value & ~args[1].value()) != 0 ? terms.boolean(false) : Term();
    case Op::bv_or:
      return second && (args[1].value() & ~value) != 0 ? terms.boolean(false) : Term();
    default:
      return {};
  }
}

// x + y = x and the like; constants of both sides gather on one.
Term sum_eq(Terms& terms, Term a, Term b) {
  if (a.op() != Op::bv_add) return {};
  unsigned width = a.sort().width;
  for (int side : {0, 1})
    if (a.args()[side] == b) return terms.eq(a.args()[1 - side], terms.bv(0, width));
  if (b.op() != Op::bv_add) return {};
  for (int i : {0, 1})
    for (int j : {0, 1})
      if (a.args()[i] == b.args()[j]) return terms.eq(a.args()[1 - i], b.args()[1 - j]);
  Term k = a.args()[1], m = b.args()[1];
  if (!k.is_const() || !m.is_const()) return {};
  return terms.eq(a.args()[0], terms.binary(Op::bv_add, b.args()[0], terms.bv(m.value() - k.value(), width)));
}

Term bitvec_eq(Terms& terms, Term a, Term b) {
  if (b.is_const()) return constant_eq(terms, a, b);
  if (a.op() == b.op()) {
    auto x = a.args(), y = b.args();
    switch (a.op()) {
      case Op::bv_zext:
      case Op::bv_sext: {
        if (x[0].sort() == y[0].sort()) return terms.eq(x[0], y[0]);
        unsigned width = std::max(x[0].sort().width, y[0].sort().width);
        return a.op() == Op::bv_zext ? terms.eq(terms.zext(x[0], width), terms.zext(y[0], width))
                                     : terms.eq(terms.sext(x[0], width), terms.sext(y[0], width));
      }
      case Op::bv_not:
      case Op::bv_neg:
        return terms.eq(x[0], y[0]);
      case Op::bv_concat:
        if (x[0].sort() != y[0].sort()) return {};
        return terms.and_(terms.eq(x[0], y[0]), terms.eq(x[1], y[1]));
      default:
        break;
    }
  }
  if (Term found = sum_eq(terms, a, b)) return found;
  return sum_eq(terms, b, a);
}

Term integer_eq(Terms& terms, Term a, Term b) {
  if (!b.is_const() || a.op() != Op::int_add || !a.args()[1].is_const()) return {};
  SignedBits rest = 0;
  if (__builtin_sub_overflow(static_cast<SignedBits>(b.value()), static_cast<SignedBits>(a.args()[1].value()), &rest))
    return {};
  return terms.eq(a.args()[0], terms.integer(rest));
}

}  // namespace

Term simplify_eq(Terms& terms, Term a, Term b) {
  if (a.sort().kind == SortKind::boolean) return boolean_eq(terms, a, b);
  if (a.op() == Op::ite)
    if (Term found = choice_eq(terms, a, b)) return found;
  if (b.op() == Op::ite)
    if (Term found = choice_eq(terms, b, a)) return found;
  if (a.op() == Op::ite && b.op() == Op::ite && a.args()[0] == b.args()[0])
    return terms.ite(a.args()[0], terms.eq(a.args()[1], b.args()[1]), terms.eq(a.args()[2], b.args()[2]));
  switch (a.sort().kind) {
    case SortKind::bitvec:
      return bitvec_eq(terms, a, b);
    case SortKind::integer:
      return integer_eq(terms, a, b);
    case SortKind::floating:
      if (a.op() == Op::fp_from_bits && b.op() == Op::fp_from_bits) return terms.eq(a.args()[0], b.args()[0]);
      if (a.op() == Op::fp_from_bits && b.is_const()) return terms.eq(a.args()[0], terms.bv(b.value(), b.sort().width));
      return {};
    case SortKind::boolean:
      break;
  }
  FP_UNREACHABLE("sort");
}

}  // namespace fencepost::logic
