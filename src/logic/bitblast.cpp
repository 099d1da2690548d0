#include "logic/bitblast.h"

#include "base/check.h"
#include "logic/print.h"

namespace fencepost::logic {
namespace {

size_t bit_count(Sort sort) { return sort.kind == SortKind::boolean ? 1 : sort.width; }

// The exponent field and the fraction of a float pattern; x87's explicit leading one belongs to neither.
struct FloatFields {
  Word exponent, fraction;
};

FloatFields fields(const Word& bits) {
  size_t exponent_bits = bits.size() == 16 ? 5 : bits.size() == 32 ? 8 : bits.size() == 64 ? 11 : 15;
  size_t at = bits.size() - 1 - exponent_bits;
  size_t fraction_bits = bits.size() == 80 ? 63 : at;
  auto from = bits.begin();
  return {{from + static_cast<std::ptrdiff_t>(at), bits.end() - 1},
          {from, from + static_cast<std::ptrdiff_t>(fraction_bits)}};
}

}  // namespace

bool Bitblaster::supports(Op op, Sort sort) {
  if (sort.kind == SortKind::integer) return false;
  if (op < Op::int_add) return true;
  switch (op) {
    case Op::fp_neg:
    case Op::fp_lt:
    case Op::fp_le:
    case Op::fp_eq:
    case Op::fp_is_nan:
    case Op::fp_is_inf:
    case Op::fp_from_bits:
    case Op::fp_to_bits:
      return true;
    default:
      return false;
  }
}

std::span<const int> Bitblaster::bits(Term term) const {
  FP_CHECK(known(term));
  return {literals_.data() + place_[term.id()] - 1, bit_count(term.sort())};
}

void Bitblaster::put(Term term, const Word& word) {
  FP_CHECK(word.size() == bit_count(term.sort()));
  if (term.id() >= place_.size()) place_.resize(std::max<size_t>(term.id() + 1, place_.size() * 2));
  place_[term.id()] = static_cast<uint32_t>(literals_.size() + 1);
  literals_.insert(literals_.end(), word.begin(), word.end());
}

Word Bitblaster::word(Term term) {
  if (!known(term)) blast(term);
  auto view = bits(term);
  return {view.begin(), view.end()};
}

int Bitblaster::literal(Term term) {
  FP_CHECK(term.sort().kind == SortKind::boolean);
  bool negated = term.op() == Op::not_;
  Term base = negated ? term.args()[0] : term;
  if (!known(base)) blast(base);
  return negated ? -bits(base)[0] : bits(base)[0];
}

void Bitblaster::blast(Term root) {
  stack_.assign(1, root);
  while (!stack_.empty()) {
    Term term = stack_.back();
    bool ready = true;
    if (!known(term)) {
      for (Term arg : term.args()) {
        if (known(arg)) continue;
        stack_.push_back(arg);
        ready = false;
      }
      if (!ready) continue;
      budget_.check();
      put(term, translate(term));
    }
    stack_.pop_back();
  }
}

Word Bitblaster::translate(Term term) {
  auto args = term.args();
  Op op = term.op();
  auto bit = [&](size_t i) { return bits(args[i])[0]; };
  auto arg = [&](size_t i) { return word(args[i]); };
  switch (op) {
    case Op::constant: {
      Word result(bit_count(term.sort()));
      for (size_t i = 0; i < result.size(); ++i)
        result[i] = (term.value() >> i & 1) != 0 ? Gates::kTrue : Gates::kFalse;
      return result;
    }
    case Op::variable: {
      Word result(bit_count(term.sort()));
      for (int& literal : result) literal = gates_.fresh();
      variables_.push_back(term);
      return result;
    }
    case Op::not_:
      return {-bit(0)};
    case Op::and_:
      return {gates_.and_(bit(0), bit(1))};
    case Op::or_:
      return {gates_.or_(bit(0), bit(1))};
    case Op::eq:
      return {circuits_.equal(arg(0), arg(1))};
    case Op::ite:
      return circuits_.mux(bit(0), arg(1), arg(2));
    case Op::bv_add:
      return circuits_.add(arg(0), arg(1));
    case Op::bv_sub:
      return circuits_.sub(arg(0), arg(1));
    case Op::bv_mul:
      return circuits_.multiply(arg(0), arg(1));
    case Op::bv_udiv:
      return circuits_.divide(arg(0), arg(1)).quotient;
    case Op::bv_urem:
      return circuits_.divide(arg(0), arg(1)).remainder;
    case Op::bv_sdiv:
      return circuits_.divide_signed(arg(0), arg(1)).quotient;
    case Op::bv_srem:
      return circuits_.divide_signed(arg(0), arg(1)).remainder;
    case Op::bv_neg:
      return circuits_.negate(arg(0));
    case Op::bv_not:
      return Circuits::complement(arg(0));
    case Op::bv_and:
    case Op::bv_or:
    case Op::bv_xor: {
      Word a = arg(0), b = arg(1);
      for (size_t i = 0; i < a.size(); ++i)
        a[i] = op == Op::bv_and  ? gates_.and_(a[i], b[i])
               : op == Op::bv_or ? gates_.or_(a[i], b[i])
                                 : gates_.xor_(a[i], b[i]);
      return a;
    }
    case Op::bv_shl:
      return circuits_.shift_left(arg(0), arg(1));
    case Op::bv_lshr:
      return circuits_.shift_right(arg(0), arg(1), Gates::kFalse);
    case Op::bv_ashr:
      return circuits_.shift_right(arg(0), arg(1), bits(args[0]).back());
    case Op::bv_ult:
      return {circuits_.unsigned_less(arg(0), arg(1))};
    case Op::bv_ule:
      return {-circuits_.unsigned_less(arg(1), arg(0))};
    case Op::bv_slt:
      return {circuits_.signed_less(arg(0), arg(1))};
    case Op::bv_sle:
      return {-circuits_.signed_less(arg(1), arg(0))};
    case Op::bv_concat: {
      Word low = arg(1), high = arg(0);
      low.insert(low.end(), high.begin(), high.end());
      return low;
    }
    case Op::bv_extract: {
      auto from = bits(args[0]);
      return {from.begin() + term->lo, from.begin() + term->hi + 1};
    }
    case Op::bv_zext:
    case Op::bv_sext: {
      Word result = arg(0);
      result.resize(term.sort().width, op == Op::bv_zext ? Gates::kFalse : result.back());
      return result;
    }
    default:
      return translate_float(term);
  }
}

Word Bitblaster::translate_float(Term term) {
  Word a = word(term.args()[0]);
  FloatFields f = fields(a);
  switch (term.op()) {
    case Op::fp_from_bits:
    case Op::fp_to_bits:
      return a;
    case Op::fp_neg:
      a.back() = -a.back();
      return a;
    case Op::fp_is_nan:
      return {gates_.and_(gates_.all(f.exponent), gates_.any(f.fraction))};
    case Op::fp_is_inf:
      return {gates_.and_(gates_.all(f.exponent), -gates_.any(f.fraction))};
    case Op::fp_lt:
      return {float_less(term.args()[0], term.args()[1], false)};
    case Op::fp_le:
      return {float_less(term.args()[0], term.args()[1], true)};
    case Op::fp_eq:
      return {gates_.and_(float_less(term.args()[0], term.args()[1], true),
                          float_less(term.args()[1], term.args()[0], true))};
    default:
      FP_UNREACHABLE("CaDiCaL was given an operator it does not support: " + std::string(op_name(term.op())));
  }
}

// Sign and magnitude: patterns without sign are ordered as the numbers are, and both zeros are equal.
int Bitblaster::float_less(Term x, Term y, bool or_equal) {
  Word a = word(x), b = word(y);
  FloatFields fa = fields(a), fb = fields(b);
  int ordered = -gates_.or_(gates_.and_(gates_.all(fa.exponent), gates_.any(fa.fraction)),
                            gates_.and_(gates_.all(fb.exponent), gates_.any(fb.fraction)));
  Word p = fa.fraction, q = fb.fraction;
  p.insert(p.end(), fa.exponent.begin(), fa.exponent.end());
  q.insert(q.end(), fb.exponent.begin(), fb.exponent.end());
  int zeros = -gates_.or_(gates_.any(p), gates_.any(q));
  int up = circuits_.unsigned_less(p, q), down = circuits_.unsigned_less(q, p);
  int positive = or_equal ? -down : up, negative = or_equal ? -up : down;
  int mixed = gates_.and_(a.back(), or_equal ? Gates::kTrue : -zeros);
  if (or_equal) mixed = gates_.or_(mixed, zeros);
  int same_sign = gates_.mux(a.back(), negative, positive);
  return gates_.and_(ordered, gates_.mux(gates_.xor_(a.back(), b.back()), mixed, same_sign));
}

}  // namespace fencepost::logic
