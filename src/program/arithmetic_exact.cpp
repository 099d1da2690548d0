#include "base/check.h"
#include "program/arithmetic.h"

namespace fencepost::program {

namespace {

using core::ExprOp;
using core::Type;
using logic::Op;

class Exact : public Arithmetic {
 public:
  explicit Exact(Terms& terms) : terms_(terms) {}

  logic::Sort sort(const Type& type) const override { return logic::bv_sort(type.bits); }
  Term constant(Bits value, const Type& type) override { return terms_.bv(value, type.bits); }

  Term apply(ExprOp op, Term a, Term b, const Type& type) override {
    switch (op) {
      case ExprOp::add:
        return terms_.binary(Op::bv_add, a, b);
      case ExprOp::sub:
        return terms_.binary(Op::bv_sub, a, b);
      case ExprOp::mul:
        return terms_.binary(Op::bv_mul, a, b);
      case ExprOp::div:
        return divided(type.is_signed ? Op::bv_sdiv : Op::bv_udiv, a, b, type);
      case ExprOp::rem:
        return divided(type.is_signed ? Op::bv_srem : Op::bv_urem, a, b, type);
      case ExprOp::bit_and:
        return terms_.binary(Op::bv_and, a, b);
      case ExprOp::bit_or:
        return terms_.binary(Op::bv_or, a, b);
      case ExprOp::bit_xor:
        return terms_.binary(Op::bv_xor, a, b);
      case ExprOp::neg:
        return terms_.unary(Op::bv_neg, a);
      case ExprOp::bit_not:
        return terms_.unary(Op::bv_not, a);
      default:
        FP_UNREACHABLE("not an integer operator");
    }
  }

  Term shift(ExprOp op, Term a, const Type& type, Term count, const Type& count_type) override {
    // The count is unsigned; one that does not fit the value's width saturates.
    unsigned width = type.bits;
    Term amount = count;
    if (count_type.bits < width) {
      amount = terms_.zext(count, width);
    } else if (count_type.bits > width) {
      Term large = terms_.binary(Op::bv_ule, terms_.bv(width, count_type.bits), count);
      amount = terms_.ite(large, terms_.bv(width, width), terms_.extract(count, width - 1, 0));
    }
    Op shift = op == ExprOp::shl ? Op::bv_shl : type.is_signed ? Op::bv_ashr : Op::bv_lshr;
    return terms_.binary(shift, a, amount);
  }

  Term less(Term a, Term b, const Type& type, bool or_equal) override {
    Op op = type.is_signed ? (or_equal ? Op::bv_sle : Op::bv_slt) : (or_equal ? Op::bv_ule : Op::bv_ult);
    return terms_.binary(op, a, b);
  }

  Term fits(ExprOp op, Term a, Term b, const Type& type) override {
    switch (op) {
      case ExprOp::add_fits:
        return type.is_signed ? signed_sum_fits(a, b, type.bits) : terms_.binary(Op::bv_ule, a, sum(a, b));
      case ExprOp::sub_fits:
        return type.is_signed ? signed_difference_fits(a, b, type.bits) : terms_.binary(Op::bv_ule, b, a);
      case ExprOp::mul_fits:
        return product_fits(a, b, type);
      default:
        FP_UNREACHABLE("not a range predicate");
    }
  }

  Term cast(Term a, const Type& from, const Type& to) override {
    if (to.bits <= from.bits) return terms_.extract(a, to.bits - 1u, 0);
    return from.is_signed ? terms_.sext(a, to.bits) : terms_.zext(a, to.bits);
  }

  Term to_bits(Term a, const Type&) override { return a; }
  Term from_bits(Term bits, const Type&) override { return bits; }
  Term in_range(Term, const Type&) override { return {}; }

 private:
  Term sum(Term a, Term b) { return terms_.binary(Op::bv_add, a, b); }
  Term sign(Term a) { return terms_.binary(Op::bv_slt, a, terms_.bv(0, a.sort().width)); }

  Term divided(Op op, Term a, Term b, const Type& type) {
    Term zero = terms_.bv(0, type.bits);
    return terms_.ite(terms_.eq(b, zero), zero, terms_.binary(op, a, b));
  }

  static Bits smallest(unsigned width) { return Bits{1} << (width - 1); }
  static Bits largest(unsigned width) { return smallest(width) - 1; }

  // With a constant operand the test is one comparison against the edge of the range.
  Term signed_sum_fits(Term a, Term b, unsigned width) {
    if (a.is_const()) std::swap(a, b);
    if (b.is_const()) {
      bool negative = logic::as_signed(b.value(), width) < 0;
      Term edge = terms_.bv((negative ? smallest(width) : largest(width)) - b.value(), width);
      return negative ? terms_.binary(Op::bv_sle, edge, a) : terms_.binary(Op::bv_sle, a, edge);
    }
    Term sign_a = sign(a);
    return terms_.or_(terms_.ne(sign_a, sign(b)), terms_.eq(sign(sum(a, b)), sign_a));
  }

  Term signed_difference_fits(Term a, Term b, unsigned width) {
    if (b.is_const()) {
      bool negative = logic::as_signed(b.value(), width) < 0;
      Term edge = terms_.bv((negative ? largest(width) : smallest(width)) + b.value(), width);
      return negative ? terms_.binary(Op::bv_sle, a, edge) : terms_.binary(Op::bv_sle, edge, a);
    }
    Term sign_a = sign(a);
    Term difference = terms_.binary(Op::bv_sub, a, b);
    return terms_.or_(terms_.eq(sign_a, sign(b)), terms_.eq(sign(difference), sign_a));
  }

  Term product_fits(Term a, Term b, const Type& type) {
    unsigned width = type.bits;
    if (a.is_const()) std::swap(a, b);
    if (b.is_const()) return product_with_constant_fits(a, b.value(), type);
    return type.is_signed ? signed_product_fits(a, b, width) : unsigned_product_fits(a, b, width);
  }

  // a * k fits iff a lies between the quotients of the range's edges by k.
  Term product_with_constant_fits(Term a, Bits factor, const Type& type) {
    unsigned width = type.bits;
    if (!type.is_signed) {
      if (factor <= 1) return terms_.boolean(true);
      return terms_.binary(Op::bv_ule, a, terms_.bv(logic::low_bits(~Bits{0}, width) / factor, width));
    }
    SignedBits k = logic::as_signed(factor, width);
    if (k == 0 || k == 1) return terms_.boolean(true);
    if (k == -1) return terms_.ne(a, terms_.bv(smallest(width), width));
    SignedBits low = logic::as_signed(smallest(width), width) / k;
    SignedBits high = logic::as_signed(largest(width), width) / k;
    if (k < 0) std::swap(low, high);
    return terms_.and_(terms_.binary(Op::bv_sle, terms_.bv(static_cast<Bits>(low), width), a),
                       terms_.binary(Op::bv_sle, a, terms_.bv(static_cast<Bits>(high), width)));
  }

  // Schulte, Gok, Balzola, Brocato (2000): a product whose operands have too many significant bits together overflows;
  // all others show it in one extra bit, so a multiplier of width+1 serves instead of one of twice the width.
  Term unsigned_product_fits(Term a, Term b, unsigned width) {
    Term overflow = terms_.boolean(false);
    Term seen = terms_.boolean(false);  // a has a bit at or above the current position
    for (unsigned i = 1; i < width; ++i) {
      seen = terms_.or_(seen, bit(a, width - i));
      overflow = terms_.or_(overflow, terms_.and_(seen, bit(b, i)));
    }
    Term product = terms_.binary(Op::bv_mul, terms_.zext(a, width + 1), terms_.zext(b, width + 1));
    return terms_.not_(terms_.or_(overflow, bit(product, width)));
  }

  Term signed_product_fits(Term a, Term b, unsigned width) {
    if (width < 3) {
      Term wide = terms_.binary(Op::bv_mul, terms_.sext(a, 2 * width), terms_.sext(b, 2 * width));
      return terms_.eq(wide, terms_.sext(terms_.extract(wide, width - 1, 0), 2 * width));
    }
    // Bits that differ from the sign bit are the significant ones.
    Term magnitude_a = terms_.binary(Op::bv_xor, a, terms_.ite(sign(a), ones(width), terms_.bv(0, width)));
    Term magnitude_b = terms_.binary(Op::bv_xor, b, terms_.ite(sign(b), ones(width), terms_.bv(0, width)));
    Term overflow = terms_.boolean(false);
    Term seen = terms_.boolean(false);
    for (unsigned i = 1; i + 1 < width; ++i) {
      seen = terms_.or_(seen, bit(magnitude_a, width - 1 - i));
      overflow = terms_.or_(overflow, terms_.and_(seen, bit(magnitude_b, i)));
    }
    Term product = terms_.binary(Op::bv_mul, terms_.sext(a, width + 1), terms_.sext(b, width + 1));
    Term edge = terms_.ne(bit(product, width), bit(product, width - 1));
    return terms_.not_(terms_.or_(overflow, edge));
  }

  Term ones(unsigned width) { return terms_.bv(~Bits{0}, width); }
  Term bit(Term a, unsigned i) { return terms_.eq(terms_.extract(a, i, i), terms_.bv(1, 1)); }

  Terms& terms_;
};

}  // namespace

std::unique_ptr<Arithmetic> exact_arithmetic(Terms& terms) { return std::make_unique<Exact>(terms); }

}  // namespace fencepost::program
