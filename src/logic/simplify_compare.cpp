// Order on bit-vectors. Only the strict forms survive: a <= b is not (b < a), so that a branch and its negation are
// complementary literals, and a constant stands on the right where it can.
#include "base/check.h"
#include "logic/simplify.h"

namespace fencepost::logic {
namespace {

bool is_zext(Term term) { return term.op() == Op::bv_zext; }
bool is_sext(Term term) { return term.op() == Op::bv_sext; }
Term inside(Term extension) { return extension.args()[0]; }

// An upper limit on the unsigned value that the top operator alone gives.
Bits greatest(Term term) {
  Bits most = low_bits(~Bits(0), term.sort().width);
  if (term.op() == Op::bv_zext) return low_bits(~Bits(0), inside(term).sort().width);
  if (term.args().size() != 2 || !term.args()[1].is_const()) return most;
  Bits k = term.args()[1].value();
  if (term.op() == Op::bv_and) return k;
  if (term.op() == Op::bv_urem && k != 0) return k - 1;
  if (term.op() == Op::bv_udiv && k != 0) return most / k;
  return most;
}

Term unsigned_less(Terms& terms, Term a, Term b) {
  unsigned width = a.sort().width;
  Bits most = low_bits(~Bits(0), width);
  if (b.is_const()) {
    Bits k = b.value();
    if (k == 0) return terms.boolean(false);
    if (greatest(a) < k) return terms.boolean(true);
    if (k == 1) return terms.eq(a, terms.bv(0, width));
    if (k == most) return terms.ne(a, b);
    // What fits inside was decided by `greatest`.
    if (is_zext(a)) return terms.binary(Op::bv_ult, inside(a), terms.bv(k, inside(a).sort().width));
    return {};
  }
  if (a.is_const()) {
    if (a.value() == most || greatest(b) <= a.value()) return terms.boolean(false);
    return terms.not_(terms.binary(Op::bv_ult, b, terms.bv(a.value() + 1, width)));
  }
  // Sign extension keeps the unsigned order: it only moves the upper half up.
  if (a.op() == b.op() && (is_zext(a) || is_sext(a))) {
    unsigned inner = std::max(inside(a).sort().width, inside(b).sort().width);
    Term x = is_zext(a) ? terms.zext(inside(a), inner) : terms.sext(inside(a), inner);
    Term y = is_zext(a) ? terms.zext(inside(b), inner) : terms.sext(inside(b), inner);
    return terms.binary(Op::bv_ult, x, y);
  }
  return {};
}

Term signed_less(Terms& terms, Term a, Term b) {
  unsigned width = a.sort().width;
  SignedBits most = static_cast<SignedBits>(low_bits(~Bits(0), width - 1)), least = -most - 1;
  if (b.is_const()) {
    SignedBits k = as_signed(b.value(), width);
    if (k == least) return terms.boolean(false);
    if (is_zext(a)) {
      if (k <= 0) return terms.boolean(false);
      return terms.binary(Op::bv_ult, a, b);
    }
    if (is_sext(a)) {
      unsigned inner = inside(a).sort().width;
      SignedBits top = static_cast<SignedBits>(low_bits(~Bits(0), inner - 1));
      if (k > top) return terms.boolean(true);
      if (k <= -top - 1) return terms.boolean(false);
      return terms.binary(Op::bv_slt, inside(a), terms.bv(b.value(), inner));
    }
    if (k == least + 1) return terms.eq(a, terms.bv(static_cast<Bits>(least), width));
    if (k == most) return terms.ne(a, b);
    return {};
  }
  if (a.is_const()) {
    SignedBits k = as_signed(a.value(), width);
    if (k == most) return terms.boolean(false);
    return terms.not_(terms.binary(Op::bv_slt, b, terms.bv(a.value() + 1, width)));
  }
  if (is_zext(a) && is_zext(b)) return terms.binary(Op::bv_ult, a, b);
  if (is_sext(a) && is_sext(b)) {
    unsigned inner = std::max(inside(a).sort().width, inside(b).sort().width);
    return terms.binary(Op::bv_slt, terms.sext(inside(a), inner), terms.sext(inside(b), inner));
  }
  // One of each: zero extension to one bit more is a sign extension.
  if ((is_zext(a) && is_sext(b)) || (is_sext(a) && is_zext(b))) {
    unsigned inner =
        std::max(inside(a).sort().width + (is_zext(a) ? 1 : 0), inside(b).sort().width + (is_zext(b) ? 1 : 0));
    if (inner >= width) return {};
    Term x = is_zext(a) ? terms.zext(inside(a), inner) : terms.sext(inside(a), inner);
    Term y = is_zext(b) ? terms.zext(inside(b), inner) : terms.sext(inside(b), inner);
    return terms.binary(Op::bv_slt, x, y);
  }
  return {};
}

}  // namespace

Term simplify_compare(Terms& terms, Op op, Term a, Term b) {
  if (op == Op::bv_ule) return terms.not_(terms.binary(Op::bv_ult, b, a));
  if (op == Op::bv_sle) return terms.not_(terms.binary(Op::bv_slt, b, a));
  if (a == b) return terms.boolean(false);
  return op == Op::bv_ult ? unsigned_less(terms, a, b) : signed_less(terms, a, b);
}

}  // namespace fencepost::logic
