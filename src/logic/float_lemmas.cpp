#include "logic/float_lemmas.h"

#include <algorithm>

#include "base/check.h"
#include "logic/evaluate.h"

namespace fencepost::logic {
namespace {

unsigned exponent_bits(Sort sort) { return sort.width == 16 ? 5 : sort.width == 32 ? 8 : sort.width == 64 ? 11 : 15; }
unsigned fraction_bits(Sort sort) { return sort.width - 1 - exponent_bits(sort); }
unsigned bias(Sort sort) { return (1u << (exponent_bits(sort) - 1)) - 1; }
bool is_float(Sort sort) { return sort.kind == SortKind::floating; }

class Lemmas {
 public:
  Lemmas(Term result, Terms& terms) : terms_(terms), result_(result) {}

  std::vector<Term> of(Op op, std::span<const Term> args) {
    switch (op) {
      case Op::fp_add:
        add(args[0], args[1]);
        break;
      case Op::fp_sub:
        add(args[0], terms_.unary(Op::fp_neg, args[1]));
        break;
      case Op::fp_mul:
        multiply(args[0], args[1]);
        break;
      case Op::fp_div:
        divide(args[0], args[1]);
        break;
      case Op::fp_to_fp:
        convert(args[0]);
        break;
      case Op::fp_from_sbv:
      case Op::fp_from_ubv:
        from_number(args[0], op == Op::fp_from_sbv);
        break;
      case Op::fp_to_sbv:
      case Op::fp_to_ubv:
        to_number(args[0], op == Op::fp_to_sbv);
        break;
      default:
        FP_UNREACHABLE("no lemmas about this operator");
    }
    return std::move(all_);
  }

  std::vector<Term> beside(Op op, std::span<const Term> args, const FloatCase& known) {
    Term down = a_number(), up = a_number();  // operands that make the result at most, at least as large
    auto grows = [&](Term low, Term high) {
      down = both(down, low);
      up = both(up, high);
    };
    Term at = known.values[0], to = known.result;
    switch (op) {
      case Op::fp_add:
      case Op::fp_sub:
        grows(at_most(args[0], at), at_most(at, args[0]));
        at = known.values[1];
        if (op == Op::fp_add)
          grows(at_most(args[1], at), at_most(at, args[1]));
        else
          grows(at_most(at, args[1]), at_most(args[1], at));
        break;
      case Op::fp_to_fp:
        grows(at_most(args[0], at), at_most(at, args[0]));
        break;
      case Op::fp_from_sbv:
        grows(terms_.binary(Op::bv_sle, args[0], at), terms_.binary(Op::bv_sle, at, args[0]));
        break;
      case Op::fp_from_ubv:
        grows(ule(args[0], at), ule(at, args[0]));
        break;
      case Op::fp_mul:
      case Op::fp_div:
        grows(smaller(args[0], at), smaller(at, args[0]));
        at = known.values[1];
        if (op == Op::fp_mul)
          grows(smaller(args[1], at), smaller(at, args[1]));
        else
          grows(smaller(at, args[1]), smaller(args[1], at));
        lemma(down, smaller(result_, to));
        lemma(up, smaller(to, result_));
        return std::move(all_);
      default:
        FP_UNREACHABLE("no float operator with a float result");
    }
    lemma(down, at_most(result_, to));
    lemma(up, at_most(to, result_));
    return std::move(all_);
  }

 private:
  void add(Term a, Term b) {
    yields_nan(both(both(inf(a), inf(b)), terms_.ne(negative(a), negative(b))), a, b);
    Term nothing = terms_.fp_bits(0, a.sort().width), opposite = terms_.unary(Op::fp_neg, b);
    lemma(less(opposite, a), less(nothing, result_));
    lemma(less(a, opposite), less(result_, nothing));
    lemma(both(terms_.binary(Op::fp_eq, a, opposite), a_number()), zero(result_));
    for (auto [x, y] : {std::pair(a, b), std::pair(b, a)}) {
      lemma(both(a_number(), at_most(nothing, y)), at_most(x, result_));
      lemma(both(a_number(), at_most(y, nothing)), at_most(result_, x));
    }
    // Twice the larger one is the most, and a float unless it is infinite.
    unsigned wide = exponent_bits(a.sort()) + 1;
    Term larger = terms_.ite(ule(exponent(a), exponent(b)), exponent(b), exponent(a));
    all_.push_back(ule(terms_.zext(exponent(result_), wide),
                       terms_.binary(Op::bv_add, terms_.zext(larger, wide), terms_.bv(1, wide))));
  }

  void multiply(Term a, Term b) {
    yields_nan(either(both(inf(a), zero(b)), both(zero(a), inf(b))), a, b);
    lemma(a_number(), terms_.eq(negative(result_), terms_.ne(negative(a), negative(b))));
    lemma(both(a_number(), either(zero(a), zero(b))), zero(result_));
    lemma(both(a_number(), either(inf(a), inf(b))), inf(result_));
    for (auto [x, y] : {std::pair(a, b), std::pair(b, a)}) {
      lemma(both(a_number(), smaller(y, one(y.sort()))), smaller(result_, x));
      lemma(both(a_number(), smaller(one(y.sort()), y)), smaller(x, result_));
    }
    // The product of two numbers below 2^(m+1) and 2^(n+1) rounds to one below 2^(m+n+2).
    unsigned wide = exponent_bits(a.sort()) + 2;
    auto normal = [&](Term x) {
      Term field = terms_.zext(exponent(x), wide);
      return terms_.ite(terms_.eq(field, terms_.bv(0, wide)), terms_.bv(1, wide), field);
    };
    auto sum = [&](Term x, Term y) { return terms_.binary(Op::bv_add, x, y); };
    Term field = terms_.zext(exponent(result_), wide);
    lemma(both(finite(a), finite(b)),
          either(ule(field, terms_.bv(1, wide)),
                 ule(sum(field, terms_.bv(bias(a.sort()), wide)), sum(sum(normal(a), normal(b)), terms_.bv(1, wide)))));
  }

  void divide(Term a, Term b) {
    yields_nan(either(both(zero(a), zero(b)), both(inf(a), inf(b))), a, b);
    lemma(a_number(), terms_.eq(negative(result_), terms_.ne(negative(a), negative(b))));
    lemma(both(a_number(), either(zero(a), inf(b))), zero(result_));
    lemma(both(a_number(), either(inf(a), zero(b))), inf(result_));
    lemma(both(a_number(), smaller(one(b.sort()), b)), smaller(result_, a));
    lemma(both(a_number(), smaller(b, one(b.sort()))), smaller(a, result_));
    lemma(both(a_number(), smaller(a, b)), smaller(result_, one(b.sort())));
    lemma(both(a_number(), smaller(b, a)), smaller(one(b.sort()), result_));
  }

  void convert(Term a) {
    yields_nan(terms_.boolean(false), a, a);
    lemma(a_number(), terms_.eq(negative(result_), negative(a)));
    bool widens = result_.sort().width > a.sort().width;
    lemma(inf(a), inf(result_));
    lemma(zero(a), zero(result_));
    if (widens) lemma(inf(result_), inf(a));
    if (widens) lemma(zero(result_), zero(a));
    lemma(both(a_number(), smaller(a, one(a.sort()))), smaller(result_, one(result_.sort())));
    lemma(both(a_number(), smaller(one(a.sort()), a)), smaller(one(result_.sort()), result_));
  }

  void from_number(Term number, bool is_signed) {
    all_.push_back(a_number());
    unsigned width = number.sort().width;
    Term below = is_signed ? terms_.binary(Op::bv_slt, number, terms_.bv(0, width)) : terms_.boolean(false);
    Term size = terms_.ite(below, terms_.unary(Op::bv_neg, number), number);  // unsigned
    all_.push_back(terms_.eq(negative(result_), below));
    all_.push_back(terms_.eq(terms_.eq(number, terms_.bv(0, width)), zero(result_)));
    for (unsigned k = 0; k <= std::min(width, bias(result_.sort())); ++k) {
      Term power = two_to_the(k, result_.sort());
      Term reaches = k == width ? terms_.boolean(false) : ule(terms_.bv(Bits(1) << k, width), size);
      lemma(reaches, smaller(power, result_));
      lemma(terms_.not_(reaches), smaller(result_, power));
    }
  }

  // What does not fit is zero (term.h).
  void to_number(Term a, bool is_signed) {
    unsigned width = result_.sort().width;
    Term nothing = terms_.bv(0, width), fp_nothing = terms_.fp_bits(0, a.sort().width);
    lemma(either(terms_.unary(Op::fp_is_nan, a), inf(a)), terms_.eq(result_, nothing));
    lemma(both(is_number(a), terms_.not_(smaller(one(a.sort()), a))), terms_.eq(result_, nothing));
    Term size = result_;
    if (is_signed) {
      lemma(at_most(a, fp_nothing), terms_.binary(Op::bv_sle, result_, nothing));
      lemma(at_most(fp_nothing, a), terms_.binary(Op::bv_sle, nothing, result_));
      Term below = terms_.binary(Op::bv_slt, result_, nothing);
      size = terms_.ite(below, terms_.unary(Op::bv_neg, result_), result_);
    } else {
      lemma(less(a, fp_nothing), terms_.eq(result_, nothing));
    }
    unsigned top = width - (is_signed ? 1 : 0);
    Term fits = top > bias(a.sort()) ? is_number(a) : terms_.not_(smaller(two_to_the(top, a.sort()), a));
    if (!is_signed) fits = both(fits, terms_.not_(negative(a)));
    for (unsigned k = 0; k <= std::min(top, bias(a.sort())); ++k) {
      Term reaches = smaller(two_to_the(k, a.sort()), a);
      if (k < width) lemma(terms_.not_(reaches), terms_.binary(Op::bv_ult, size, terms_.bv(Bits(1) << k, width)));
      if (k < top)
        lemma(both(both(is_number(a), terms_.not_(inf(a))), both(fits, reaches)),
              ule(terms_.bv(Bits(1) << k, width), size));
    }
  }

  // Exactly then, and then it is the one that operators yield.
  void yields_nan(Term here, Term a, Term b) {
    Term nan = either(terms_.unary(Op::fp_is_nan, a), terms_.unary(Op::fp_is_nan, b));
    all_.push_back(terms_.eq(terms_.not_(a_number()), either(here, nan)));
    Sort sort = result_.sort();
    Bits quiet = ((Bits(1) << (exponent_bits(sort) + 1)) - 1) << (fraction_bits(sort) - 1);
    all_.push_back(either(a_number(), terms_.eq(result_, terms_.fp_bits(quiet, sort.width))));
  }

  void lemma(Term if_, Term then) { all_.push_back(terms_.implies(if_, then)); }
  Term both(Term a, Term b) { return terms_.and_(a, b); }
  Term either(Term a, Term b) { return terms_.or_(a, b); }
  Term ule(Term a, Term b) { return terms_.binary(Op::bv_ule, a, b); }
  Term less(Term a, Term b) { return terms_.binary(Op::fp_lt, a, b); }
  Term at_most(Term a, Term b) { return terms_.binary(Op::fp_le, a, b); }
  Term inf(Term a) { return terms_.unary(Op::fp_is_inf, a); }
  Term is_number(Term a) { return terms_.not_(terms_.unary(Op::fp_is_nan, a)); }
  Term a_number() { return is_number(result_); }
  Term finite(Term a) { return both(is_number(a), terms_.not_(inf(a))); }
  Term bits(Term a) { return terms_.unary(Op::fp_to_bits, a); }
  Term magnitude(Term a) { return terms_.extract(bits(a), a.sort().width - 2, 0); }
  Term exponent(Term a) { return terms_.extract(bits(a), a.sort().width - 2, fraction_bits(a.sort())); }
  Term zero(Term a) { return terms_.eq(magnitude(a), terms_.bv(0, a.sort().width - 1)); }
  Term negative(Term a) {
    unsigned top = a.sort().width - 1;
    return terms_.eq(terms_.extract(bits(a), top, top), terms_.bv(1, 1));
  }
  // |a| <= |b|; a NaN counts as larger than all numbers.
  Term smaller(Term a, Term b) { return ule(magnitude(a), magnitude(b)); }
  Term one(Sort sort) { return two_to_the(0, sort); }
  Term two_to_the(unsigned power, Sort sort) {
    return terms_.fp_bits(Bits(bias(sort) + power) << fraction_bits(sort), sort.width);
  }

  Terms& terms_;
  Term result_;
  std::vector<Term> all_;
};

bool concerns_x87(std::span<const Term> args, Term result) {
  auto is_x87 = [](Term term) { return is_float(term.sort()) && term.sort().width == 80; };
  return is_x87(result) || std::any_of(args.begin(), args.end(), is_x87);
}

}  // namespace

std::vector<Term> float_lemmas(Op op, std::span<const Term> args, Term result, Terms& terms) {
  if (concerns_x87(args, result)) return {};
  return Lemmas(result, terms).of(op, args);
}

std::vector<Term> float_lemmas(Op op, std::span<const Term> args, Term result, const FloatCase& known, Terms& terms) {
  Term operands = terms.boolean(true);
  for (size_t i = 0; i < args.size(); ++i) operands = terms.and_(operands, terms.eq(args[i], known.values[i]));
  std::vector<Term> all = {terms.implies(operands, terms.eq(result, known.result))};
  // Evaluated, since not all formats fold.
  auto is_nan = [&](Term term) { return is_float(term.sort()) && evaluate(terms.unary(Op::fp_is_nan, term), {}) != 0; };
  // Numbers do not grow with floats throughout: what is too large is zero.
  if (!is_float(result.sort()) || concerns_x87(args, result) || is_nan(known.result) ||
      std::any_of(known.values.begin(), known.values.end(), is_nan))
    return all;
  std::vector<Term> more = Lemmas(result, terms).beside(op, args, known);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace fencepost::logic
