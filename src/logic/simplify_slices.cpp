// Concatenation, extraction and extension: cascades collapse, so that a value written to memory as bytes and read back
// is the value.
#include <algorithm>

#include "base/check.h"
#include "logic/simplify.h"

namespace fencepost::logic {
namespace {

bool is(Term term, Op op) { return term.op() == op; }

// x[h:m+1] ++ x[m:l]
bool adjacent(Term high, Term low) {
  return is(high, Op::bv_extract) && is(low, Op::bv_extract) && high.args()[0] == low.args()[0] &&
         high->lo == low->hi + 1;
}

// Do these two become one node when concatenated? Looks into choices over the same condition.
bool fuses(Term high, Term low, int depth = 4) {
  if (high.is_const() && low.is_const()) return true;
  if (adjacent(high, low)) return true;
  if (depth == 0 || !is(high, Op::ite) || !is(low, Op::ite) || high.args()[0] != low.args()[0]) return false;
  return fuses(high.args()[1], low.args()[1], depth - 1) && fuses(high.args()[2], low.args()[2], depth - 1);
}

// Can the low bits of this operand be had without a new circuit?
bool narrows(Term term) {
  return term.is_const() || is(term, Op::bv_zext) || is(term, Op::bv_sext) || is(term, Op::bv_concat) ||
         is(term, Op::bv_extract);
}

// So many low bits are surely zero; looks at products by constants and sums of these.
unsigned trailing_zeros(Term term, int depth = 4) {
  unsigned width = term.sort().width;
  if (term.is_const()) {
    unsigned zeros = 0;
    while (zeros < width && (term.value() >> zeros & 1) == 0) ++zeros;
    return zeros;
  }
  auto args = term.args();
  auto of = [&](size_t i) { return depth == 0 ? 0 : trailing_zeros(args[i], depth - 1); };
  switch (term.op()) {
    case Op::bv_mul:
      return std::min(width, of(0) + of(1));
    case Op::bv_add:
    case Op::bv_sub:
      return std::min(of(0), of(1));
    case Op::bv_shl:
      return args[1].is_const() && args[1].value() < width
                 ? std::min(width, of(0) + static_cast<unsigned>(args[1].value()))
                 : 0;
    default:
      return 0;
  }
}

Term extract_of_concat(Terms& terms, Term a, unsigned hi, unsigned lo) {
  Term high = a.args()[0], low = a.args()[1];
  unsigned cut = low.sort().width;
  if (lo >= cut) return terms.extract(high, hi - cut, lo - cut);
  if (hi < cut) return terms.extract(low, hi, lo);
  return terms.concat(terms.extract(high, hi - cut, 0), terms.extract(low, cut - 1, lo));
}

Term extract_of_extension(Terms& terms, Term a, unsigned hi, unsigned lo) {
  Term x = a.args()[0];
  unsigned inner = x.sort().width, width = hi - lo + 1;
  if (hi < inner) return terms.extract(x, hi, lo);
  if (is(a, Op::bv_zext)) return lo >= inner ? terms.bv(0, width) : terms.zext(terms.extract(x, inner - 1, lo), width);
  unsigned from = lo >= inner ? inner - 1 : lo;
  return terms.sext(terms.extract(x, inner - 1, from), width);
}

}  // namespace

Term simplify_concat(Terms& terms, Term high, Term low) {
  unsigned width = high.sort().width + low.sort().width;
  if (is_zero(high)) return terms.zext(low, width);
  if (adjacent(high, low)) return terms.extract(high.args()[0], high->hi, low->lo);
  if (is(high, Op::bv_zext)) return terms.zext(terms.concat(high.args()[0], low), width);
  // sext(x) ++ low has its sign above x: the extension moves outwards.
  if (is(high, Op::bv_sext)) return terms.sext(terms.concat(high.args()[0], low), width);
  if (is(high, Op::bv_concat) && fuses(high.args()[1], low))
    return terms.concat(high.args()[0], terms.concat(high.args()[1], low));
  if (is(low, Op::bv_concat) && fuses(high, low.args()[0]))
    return terms.concat(terms.concat(high, low.args()[0]), low.args()[1]);
  if (fuses(high, low))
    return terms.ite(high.args()[0], terms.concat(high.args()[1], low.args()[1]),
                     terms.concat(high.args()[2], low.args()[2]));
  return {};
}

Term simplify_extract(Terms& terms, Term a, unsigned hi, unsigned lo) {
  unsigned width = hi - lo + 1;
  auto args = a.args();
  if (trailing_zeros(a) > hi) return terms.bv(0, width);
  switch (a.op()) {
    case Op::bv_extract:
      return terms.extract(args[0], hi + a->lo, lo + a->lo);
    case Op::bv_concat:
      return extract_of_concat(terms, a, hi, lo);
    case Op::bv_zext:
    case Op::bv_sext:
      return extract_of_extension(terms, a, hi, lo);
    case Op::ite:
      if (!has_constant_leaves(a)) return {};
      return terms.ite(args[0], terms.extract(args[1], hi, lo), terms.extract(args[2], hi, lo));
    case Op::bv_not:
      return narrows(args[0]) ? terms.unary(Op::bv_not, terms.extract(args[0], hi, lo)) : Term();
    case Op::bv_and:
    case Op::bv_or:
    case Op::bv_xor:
      if (!narrows(args[0]) || !narrows(args[1])) return {};
      return terms.binary(a.op(), terms.extract(args[0], hi, lo), terms.extract(args[1], hi, lo));
    case Op::bv_add:
    case Op::bv_sub:
    case Op::bv_mul:
      // The low bits of a sum or product depend on the low bits alone.
      if (!narrows(args[0]) || !narrows(args[1])) return {};
      if (lo != 0) return {};
      return terms.binary(a.op(), terms.extract(args[0], width - 1, 0), terms.extract(args[1], width - 1, 0));
    default:
      return {};
  }
}

Term simplify_extend(Terms& terms, Op op, Term a, unsigned width) {
  bool zero = op == Op::bv_zext;
  if (is(a, Op::bv_zext)) return terms.zext(a.args()[0], width);
  if (is(a, Op::bv_sext) && !zero) return terms.sext(a.args()[0], width);
  if (has_constant_leaves(a)) {
    auto extend = [&](Term leaf) { return zero ? terms.zext(leaf, width) : terms.sext(leaf, width); };
    return terms.ite(a.args()[0], extend(a.args()[1]), extend(a.args()[2]));
  }
  return {};
}

}  // namespace fencepost::logic
