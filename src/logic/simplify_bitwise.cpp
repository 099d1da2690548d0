// Bitwise operators and shifts. Shifts and contiguous masks by constants become extracts and concatenations, so that
// bit-fields, byte-wise memory and promoted arithmetic meet in one normal form.
#include "base/check.h"
#include "logic/simplify.h"

namespace fencepost::logic {
namespace {

bool is(Term term, Op op) { return term.op() == op; }
bool opposite(Term a, Term b) {
  return (is(a, Op::bv_not) && a.args()[0] == b) || (is(b, Op::bv_not) && b.args()[0] == a);
}

// x & mask for a mask of consecutive ones at lo..hi: the field, zeros below, zeros above.
Term masked_field(Terms& terms, Term x, Bits mask) {
  unsigned lo = 0, width = x.sort().width;
  while ((mask >> lo & 1) == 0) ++lo;
  unsigned hi = lo;
  while (hi + 1 < width && (mask >> (hi + 1) & 1) != 0) ++hi;
  if (low_bits(mask >> lo, width) != low_bits(~Bits(0), hi - lo + 1)) return {};
  Term field = terms.extract(x, hi, lo);
  if (lo > 0) field = terms.concat(field, terms.bv(0, lo));
  return terms.zext(field, width);
}

// a | b where b is zero wherever a may not be: b = (y ++ 0...0), a = zext(x) no wider than the zeros.
Term disjoint_or(Terms& terms, Term a, Term b) {
  unsigned width = a.sort().width;
  if (is(b, Op::bv_zext)) {
    Term inner = b.args()[0];
    unsigned narrow = inner.sort().width;
    // Both sides fit into fewer bits.
    if (is(a, Op::bv_zext) && a.args()[0].sort().width <= narrow)
      return terms.zext(terms.binary(Op::bv_or, terms.zext(a.args()[0], narrow), inner), width);
    return {};
  }
  if (!is(b, Op::bv_concat) || !is_zero(b.args()[1])) return {};
  unsigned zeros = b.args()[1].sort().width;
  if (is(a, Op::bv_zext) && a.args()[0].sort().width <= zeros)
    return terms.concat(b.args()[0], terms.zext(a.args()[0], zeros));
  return {};
}

Term conjunction(Terms& terms, Term a, Term b) {
  if (a == b || is_zero(b)) return b;
  if (is_ones(b)) return a;
  if (opposite(a, b)) return terms.bv(0, a.sort().width);
  if (is(a, Op::bv_and) && (a.args()[0] == b || a.args()[1] == b)) return a;
  if (is(b, Op::bv_and) && (b.args()[0] == a || b.args()[1] == a)) return b;
  if (!b.is_const()) return {};
  if (is(a, Op::bv_and) && a.args()[1].is_const())
    return terms.binary(Op::bv_and, a.args()[0], terms.bv(a.args()[1].value() & b.value(), a.sort().width));
  if (Term field = masked_field(terms, a, b.value())) return field;
  if (is(a, Op::bv_concat)) {
    unsigned low = a.args()[1].sort().width;
    return terms.concat(terms.binary(Op::bv_and, a.args()[0], terms.bv(b.value() >> low, a.args()[0].sort().width)),
                        terms.binary(Op::bv_and, a.args()[1], terms.bv(b.value(), low)));
  }
  if (is(a, Op::bv_zext)) {
    unsigned inner = a.args()[0].sort().width;
    return terms.zext(terms.binary(Op::bv_and, a.args()[0], terms.bv(b.value(), inner)), a.sort().width);
  }
  return {};
}

Term disjunction(Terms& terms, Term a, Term b) {
  if (a == b || is_zero(b)) return a;
  if (is_ones(b)) return b;
  if (opposite(a, b)) return terms.bv(~Bits(0), a.sort().width);
  if (is(a, Op::bv_or) && (a.args()[0] == b || a.args()[1] == b)) return a;
  if (is(b, Op::bv_or) && (b.args()[0] == a || b.args()[1] == a)) return b;
  if (b.is_const()) {
    if (is(a, Op::bv_or) && a.args()[1].is_const())
      return terms.binary(Op::bv_or, a.args()[0], terms.bv(a.args()[1].value() | b.value(), a.sort().width));
    if (is(a, Op::bv_concat)) {
      unsigned low = a.args()[1].sort().width;
      return terms.concat(terms.binary(Op::bv_or, a.args()[0], terms.bv(b.value() >> low, a.args()[0].sort().width)),
                          terms.binary(Op::bv_or, a.args()[1], terms.bv(b.value(), low)));
    }
    return {};
  }
  // Two concatenations cut at the same place are joined part by part.
  if (is(a, Op::bv_concat) && is(b, Op::bv_concat) && a.args()[1].sort() == b.args()[1].sort() &&
      (a.args()[0].is_const() || a.args()[1].is_const() || b.args()[0].is_const() || b.args()[1].is_const()))
    return terms.concat(terms.binary(Op::bv_or, a.args()[0], b.args()[0]),
                        terms.binary(Op::bv_or, a.args()[1], b.args()[1]));
  if (Term found = disjoint_or(terms, a, b)) return found;
  return disjoint_or(terms, b, a);
}

Term exclusive(Terms& terms, Term a, Term b) {
  unsigned width = a.sort().width;
  if (a == b) return terms.bv(0, width);
  if (is_zero(b)) return a;
  if (is_ones(b)) return terms.unary(Op::bv_not, a);
  if (opposite(a, b)) return terms.bv(~Bits(0), width);
  if (b.is_const() && is(a, Op::bv_xor) && a.args()[1].is_const())
    return terms.binary(Op::bv_xor, a.args()[0], terms.bv(a.args()[1].value() ^ b.value(), width));
  if (b.is_const() && is(a, Op::bv_not)) return terms.binary(Op::bv_xor, a.args()[0], terms.bv(~b.value(), width));
  if (is(a, Op::bv_not) && is(b, Op::bv_not)) return terms.binary(Op::bv_xor, a.args()[0], b.args()[0]);
  for (auto [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!is(y, Op::bv_xor)) continue;
    for (int side : {0, 1})
      if (y.args()[side] == x) return y.args()[1 - side];
  }
  return {};
}

Term shift(Terms& terms, Op op, Term a, Term b) {
  unsigned width = a.sort().width;
  if (is_zero(a)) return a;
  if (op == Op::bv_ashr && is_ones(a)) return a;
  if (!b.is_const()) return {};
  if (b.value() == 0) return a;
  if (op == Op::bv_ashr) {
    unsigned by = b.value() >= width ? width - 1 : static_cast<unsigned>(b.value());
    return terms.sext(terms.extract(a, width - 1, by), width);
  }
  if (b.value() >= width) return terms.bv(0, width);
  unsigned by = static_cast<unsigned>(b.value());
  if (op == Op::bv_lshr) return terms.zext(terms.extract(a, width - 1, by), width);
  return terms.concat(terms.extract(a, width - 1 - by, 0), terms.bv(0, by));
}

}  // namespace

Term simplify_bitwise(Terms& terms, Op op, Term a, Term b) {
  switch (op) {
    case Op::bv_and:
      return conjunction(terms, a, b);
    case Op::bv_or:
      return disjunction(terms, a, b);
    case Op::bv_xor:
      return exclusive(terms, a, b);
    case Op::bv_shl:
    case Op::bv_lshr:
    case Op::bv_ashr:
      return shift(terms, op, a, b);
    default:
      FP_UNREACHABLE("not a bitwise operator");
  }
}

}  // namespace fencepost::logic
