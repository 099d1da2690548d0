#include "base/check.h"
#include "program/arithmetic.h"

namespace fencepost::program {

namespace {

using core::ExprOp;
using core::Type;
using logic::Op;

SignedBits smallest(const Type& type) { return type.is_signed ? -(SignedBits{1} << (type.bits - 1)) : 0; }
SignedBits largest(const Type& type) {
  return static_cast<SignedBits>((Bits{1} << (type.bits - (type.is_signed ? 1 : 0))) - 1);
}

class Mathematical : public Arithmetic {
 public:
  explicit Mathematical(Terms& terms) : terms_(terms) {}

  logic::Sort sort(const Type& type) const override {
    return wide(type) ? logic::bv_sort(type.bits) : logic::int_sort();
  }
  Term constant(Bits value, const Type& type) override {
    if (wide(type)) return terms_.bv(value, type.bits);
    return terms_.integer(type.is_signed ? logic::as_signed(value, type.bits)
                                         : static_cast<SignedBits>(logic::low_bits(value, type.bits)));
  }

  Term apply(ExprOp op, Term a, Term b, const Type& type) override {
    if (wide(type)) return exact_->apply(op, a, b, type);
    switch (op) {
      case ExprOp::add:
        return ranged(terms_.binary(Op::int_add, a, b), type);
      case ExprOp::sub:
        return ranged(terms_.binary(Op::int_sub, a, b), type);
      case ExprOp::mul:
        return ranged(terms_.binary(Op::int_mul, a, b), type);
      case ExprOp::neg:
        return ranged(terms_.unary(Op::int_neg, a), type);
      case ExprOp::div:
        return ranged(terms_.ite(terms_.eq(b, zero()), zero(), quotient(a, b)), type);
      case ExprOp::rem:
        return terms_.ite(terms_.eq(b, zero()), zero(),
                          terms_.binary(Op::int_sub, a, terms_.binary(Op::int_mul, b, quotient(a, b))));
      default:
        return from_bits(exact_->apply(op, to_bits(a, type), b ? to_bits(b, type) : Term(), type), type);
    }
  }

  Term shift(ExprOp op, Term a, const Type& type, Term count, const Type& count_type) override {
    return from_bits(exact_->shift(op, to_bits(a, type), type, to_bits(count, count_type), count_type), type);
  }

  Term less(Term a, Term b, const Type& type, bool or_equal) override {
    if (wide(type)) return exact_->less(a, b, type, or_equal);
    return terms_.binary(or_equal ? Op::int_le : Op::int_lt, a, b);
  }

  Term fits(ExprOp op, Term a, Term b, const Type& type) override {
    if (wide(type)) return exact_->fits(op, a, b, type);
    Op exact = op == ExprOp::add_fits ? Op::int_add : op == ExprOp::sub_fits ? Op::int_sub : Op::int_mul;
    return within(terms_.binary(exact, a, b), type);
  }

  Term cast(Term a, const Type& from, const Type& to) override {
    if (wide(from) || wide(to)) return from_bits(exact_->cast(to_bits(a, from), from, to), to);
    if (smallest(to) <= smallest(from) && largest(from) <= largest(to)) return a;
    Term modulus = terms_.integer(SignedBits{1} << to.bits);
    Term reduced = terms_.binary(Op::int_mod, a, modulus);
    if (!to.is_signed) return terms_.ite(within(a, to), a, reduced);
    Term folded = terms_.ite(terms_.binary(Op::int_le, reduced, terms_.integer(largest(to))), reduced,
                             terms_.binary(Op::int_sub, reduced, modulus));
    return terms_.ite(within(a, to), a, folded);
  }

  Term to_bits(Term a, const Type& type) override {
    return wide(type) ? a : terms_.convert(Op::int_to_bv, a, logic::bv_sort(type.bits));
  }
  Term from_bits(Term bits, const Type& type) override {
    if (wide(type)) return bits;
    return terms_.unary(type.is_signed ? Op::bv_to_int_signed : Op::bv_to_int_unsigned, bits);
  }
  Term in_range(Term a, const Type& type) override { return wide(type) ? Term() : within(a, type); }

 private:
  // Int constants end at 128 bits, so __int128 stays a bit-vector.
  static bool wide(const Type& type) { return type.bits > 64; }

  Term zero() { return terms_.integer(0); }
  Term within(Term a, const Type& type) {
    return terms_.and_(terms_.binary(Op::int_le, terms_.integer(smallest(type)), a),
                       terms_.binary(Op::int_le, a, terms_.integer(largest(type))));
  }

  Term ranged(Term result, const Type& type) {
    Term inside = within(result, type);
    if (inside.is_true()) return result;
    if (type.is_signed) {
      escapes_.push_back(terms_.not_(inside));
      return result;
    }
    return terms_.ite(inside, result, terms_.binary(Op::int_mod, result, terms_.integer(SignedBits{1} << type.bits)));
  }

  // C truncates toward zero; int_div is Euclidean, which is the same for a dividend that is not negative.
  Term quotient(Term a, Term b) {
    Term negated = terms_.unary(Op::int_neg, terms_.binary(Op::int_div, terms_.unary(Op::int_neg, a), b));
    return terms_.ite(terms_.binary(Op::int_le, zero(), a), terms_.binary(Op::int_div, a, b), negated);
  }

  Terms& terms_;
  std::unique_ptr<Arithmetic> exact_ = exact_arithmetic(terms_);
};

}  // namespace

std::unique_ptr<Arithmetic> mathematical_arithmetic(Terms& terms) { return std::make_unique<Mathematical>(terms); }

}  // namespace fencepost::program
