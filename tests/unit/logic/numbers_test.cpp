// Floats and integers in the solvers that have them, against the evaluator.
#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "logic/evaluate.h"
#include "print_terms.h"

namespace fencepost::logic {
namespace {

class NumbersTest : public testing::TestWithParam<SolverKind> {
 protected:
  Answer check(std::span<const Term> asserted) {
    auto solver = make_solver(GetParam(), t, budget_, statistics_);
    for (Term term : asserted) solver->assert_term(term);
    Answer answer = solver->check();
    if (answer == Answer::sat) {
      model_ = solver->model();
      for (Term term : asserted) EXPECT_TRUE(evaluate(term, model_) == 1) << to_string(term);
    }
    return answer;
  }
  Answer check(std::initializer_list<Term> asserted) {
    return check(std::span<const Term>(asserted.begin(), asserted.size()));
  }
  Term op(Op kind, Term a, Term b) { return t.binary(kind, a, b); }

  Terms t;
  Budget budget_;
  Statistics statistics_;
  Assignment model_;
};

class IntegersTest : public NumbersTest {};

TEST_P(NumbersTest, FloatAdditionIsNotAssociative) {
  Sort f32 = float_sort(32);
  Term a = t.fresh("a", f32), b = t.fresh("b", f32), one = t.fp(1.0, 32);
  Term left = op(Op::fp_add, op(Op::fp_add, a, b), one), right = op(Op::fp_add, a, op(Op::fp_add, b, one));
  EXPECT_EQ(check({t.not_(op(Op::fp_eq, left, right)), op(Op::fp_lt, t.fp(0, 32), a), op(Op::fp_lt, a, t.fp(10, 32)),
                   op(Op::fp_lt, t.fp(0, 32), b), op(Op::fp_lt, b, t.fp(10, 32))}),
            Answer::sat);
}

TEST_P(NumbersTest, FloatFacts) {
  Sort f32 = float_sort(32);
  Term a = t.fresh("a", f32);
  Term nan = t.unary(Op::fp_is_nan, a);
  EXPECT_EQ(check({nan, op(Op::fp_le, a, t.fp(1, 32))}), Answer::unsat) << "NaN compares with nothing";
  EXPECT_EQ(check({t.eq(a, t.fp(-0.0, 32)), t.not_(op(Op::fp_eq, a, t.fp(0, 32)))}), Answer::unsat);
  EXPECT_EQ(check({op(Op::fp_eq, a, t.fp(0, 32)), t.ne(a, t.fp(0, 32))}), Answer::sat) << "minus zero";
  EXPECT_TRUE(model_.at(a) == 0x80000000);
  EXPECT_EQ(check({op(Op::fp_lt, t.fp(1, 32), a), t.unary(Op::fp_is_inf, op(Op::fp_mul, a, a))}), Answer::sat);
}

TEST_P(NumbersTest, PatternsOfNaNs) {
  Term x = t.fresh("x", bv_sort(32));
  Term f = t.convert(Op::fp_from_bits, x, float_sort(32));
  Term sum = t.unary(Op::fp_to_bits, op(Op::fp_add, f, t.fp(1, 32)));
  Term nan = t.unary(Op::fp_is_nan, f);
  EXPECT_EQ(check({nan, t.ne(x, t.bv(0x7fc00000, 32))}), Answer::sat);
  EXPECT_EQ(check({nan, t.ne(sum, t.bv(0x7fc00000, 32))}), Answer::unsat);
  EXPECT_EQ(check({nan, t.eq(t.unary(Op::fp_to_bits, t.unary(Op::fp_neg, f)), x)}), Answer::unsat);
}

TEST_P(NumbersTest, FloatOperatorsOnFixedInputs) {
  std::mt19937_64 random(5);
  for (unsigned width : {16u, 32u, 64u, 80u, 128u}) {
    Sort sort = float_sort(width);
    Term a = t.fresh("a", sort), b = t.fresh("b", sort);
    auto solver = make_solver(GetParam(), t, budget_, statistics_);
    // cvc5 takes seconds a round for wide formats.
    unsigned rounds = GetParam() != SolverKind::cvc5 ? 12 : width > 32 ? 0 : 1;
    for (unsigned round = 0; round < rounds; ++round) {
      Assignment inputs;
      for (Term v : {a, b}) {
        // Numbers near one, so that results are not all infinite or zero; now and then any pattern.
        Bits bits = static_cast<Bits>(random()) << 64 | random();
        if (random() % 4 != 0) {
          Terms scratch;
          double d = std::ldexp(static_cast<double>(static_cast<int64_t>(random())), -60);
          Term wide = scratch.fresh("d", float_sort(64));
          Term moved = scratch.convert(Op::fp_to_fp, wide, sort);
          bits = width == 64 ? std::bit_cast<uint64_t>(d) : evaluate(moved, {{wide, std::bit_cast<uint64_t>(d)}});
        }
        inputs[v] = low_bits(bits, width);
      }
      std::vector<Term> made;
      for (Op arithmetic : {Op::fp_add, Op::fp_sub, Op::fp_mul, Op::fp_div}) made.push_back(op(arithmetic, a, b));
      for (Op relation : {Op::fp_lt, Op::fp_le, Op::fp_eq}) made.push_back(op(relation, a, b));
      for (Op predicate : {Op::fp_is_nan, Op::fp_is_inf, Op::fp_neg}) made.push_back(t.unary(predicate, a));
      for (unsigned other : {32u, 64u, 80u}) made.push_back(t.convert(Op::fp_to_fp, a, float_sort(other)));
      for (unsigned bits : {8u, 64u}) {
        made.push_back(t.convert(Op::fp_to_sbv, a, bv_sort(bits)));
        made.push_back(t.convert(Op::fp_to_ubv, a, bv_sort(bits)));
      }
      Term pattern = t.extract(t.unary(Op::fp_to_bits, a), 15, 0);
      made.push_back(t.convert(Op::fp_from_sbv, pattern, sort));
      made.push_back(t.convert(Op::fp_from_ubv, pattern, sort));
      solver->push();
      for (Term v : {a, b}) solver->assert_term(t.eq(v, t.fp_bits(inputs.at(v), width)));
      Evaluator value(inputs);
      std::vector<Term> wrong;
      for (Term term : made) {
        Sort result = term.sort();
        Bits expected = value(term);
        Term constant = result.kind == SortKind::boolean  ? t.boolean(expected != 0)
                        : result.kind == SortKind::bitvec ? t.bv(expected, result.width)
                                                          : t.fp_bits(expected, result.width);
        wrong.push_back(t.ne(term, constant));
      }
      Term any[] = {t.or_(wrong)};
      Answer answer = solver->check(any);
      if (answer != Answer::unsat)
        for (size_t i = 0; i < made.size(); ++i) {
          Term one[] = {wrong[i]};
          EXPECT_EQ(solver->check(one), Answer::unsat)
              << to_string(wrong[i]) << " with a = " << to_string(t.fp_bits(inputs.at(a), width))
              << ", b = " << to_string(t.fp_bits(inputs.at(b), width));
        }
      ASSERT_EQ(answer, Answer::unsat);
      solver->pop();
    }
  }
}

TEST_P(NumbersTest, ConversionLimits) {
  Term f = t.fresh("f", float_sort(32));
  for (unsigned width : {1u, 8u, 32u})
    for (Op conversion : {Op::fp_to_sbv, Op::fp_to_ubv}) {
      Term made = t.convert(conversion, f, bv_sort(width));
      for (double limit : {-1.0, -0.99, -1.5, 1.0, 127.0, 127.9, 128.0, -128.0, -128.9, -129.0, 2147483648.0,
                           -2147483648.0, 4294967296.0, 1e30, -1e30}) {
        Term input = t.fp(limit, 32);
        Bits expected = evaluate(made, {{f, input.value()}});
        EXPECT_EQ(check({t.eq(f, input), t.ne(made, t.bv(expected, width))}), Answer::unsat)
            << limit << " to " << width << " bits";
      }
    }
}

TEST_P(IntegersTest, Integers) {
  Term i = t.fresh("i", int_sort()), j = t.fresh("j", int_sort());
  Term two = t.integer(2);
  EXPECT_EQ(check({op(Op::int_lt, t.integer(10), i), t.eq(op(Op::int_mod, i, t.integer(7)), t.integer(3)),
                   op(Op::int_lt, i, t.integer(20))}),
            Answer::sat);
  EXPECT_TRUE(model_.at(i) == 17);
  EXPECT_EQ(check({t.eq(op(Op::int_add, op(Op::int_mul, i, two), t.integer(1)), op(Op::int_mul, j, two))}),
            Answer::unsat);
  EXPECT_EQ(check({op(Op::int_lt, i, t.integer(-5)), t.ne(op(Op::int_div, i, t.integer(0)), t.integer(0))}),
            Answer::unsat);
  EXPECT_EQ(check({t.ne(op(Op::int_mod, i, t.integer(0)), i)}), Answer::unsat);
}

TEST_P(IntegersTest, IntegersAndBitVectors) {
  Term x = t.fresh("x", bv_sort(8)), i = t.fresh("i", int_sort());
  Term as_unsigned = t.unary(Op::bv_to_int_unsigned, x), as_signed_int = t.unary(Op::bv_to_int_signed, x);
  EXPECT_EQ(check({t.eq(as_unsigned, t.integer(200))}), Answer::sat);
  EXPECT_TRUE(model_.at(x) == 200);
  EXPECT_EQ(check({t.eq(as_signed_int, t.integer(-56))}), Answer::sat);
  EXPECT_TRUE(model_.at(x) == 200);
  EXPECT_EQ(check({t.eq(as_signed_int, t.integer(128))}), Answer::unsat);
  EXPECT_EQ(check({t.eq(i, t.integer(-1)), t.ne(t.convert(Op::int_to_bv, i, bv_sort(8)), t.bv(255, 8))}),
            Answer::unsat);
}

std::string name(const testing::TestParamInfo<SolverKind>& chosen) {
  return chosen.param == SolverKind::z3 ? "z3" : chosen.param == SolverKind::cvc5 ? "cvc5" : "lazy_floats";
}

INSTANTIATE_TEST_SUITE_P(All, NumbersTest, testing::Values(SolverKind::z3, SolverKind::cvc5, SolverKind::lazy_floats),
                         name);
INSTANTIATE_TEST_SUITE_P(All, IntegersTest, testing::Values(SolverKind::z3, SolverKind::cvc5), name);

TEST(CadicalFloats, PatternsPredicatesAndOrder) {
  Terms t;
  Budget budget;
  Statistics statistics;
  Term a = t.fresh("a", float_sort(32)), b = t.fresh("b", float_sort(32));
  EXPECT_TRUE(supports(SolverKind::cadical, t.binary(Op::fp_lt, a, b)));
  EXPECT_FALSE(supports(SolverKind::cadical, t.binary(Op::fp_lt, t.binary(Op::fp_add, a, b), b)));
  EXPECT_FALSE(supports(SolverKind::cadical, t.eq(t.fresh("i", int_sort()), t.integer(1))));
  EXPECT_TRUE(supports(SolverKind::z3, t.binary(Op::fp_add, a, b)));
  EXPECT_TRUE(supports(SolverKind::lazy_floats, t.binary(Op::fp_add, a, b)));
  EXPECT_FALSE(supports(SolverKind::lazy_floats, t.eq(t.fresh("i", int_sort()), t.integer(1))));
  constexpr uint32_t kPatterns[] = {0,          0x80000000, 1,          0x80000001, 0x3f800000, 0xbf800000,
                                    0x7f7fffff, 0x7f800000, 0xff800000, 0x7f800001, 0xffc00000, 0x40000000};
  auto solver = make_solver(SolverKind::cadical, t, budget, statistics);
  for (uint32_t x : kPatterns)
    for (uint32_t y : kPatterns) {
      Assignment inputs{{a, x}, {b, y}};
      std::vector<Term> facts{t.eq(a, t.fp_bits(x, 32)), t.eq(b, t.fp_bits(y, 32))};
      std::vector<Term> wrong;
      for (Op op : {Op::fp_lt, Op::fp_le, Op::fp_eq}) {
        Term made = t.binary(op, a, b);
        wrong.push_back(evaluate(made, inputs) != 0 ? t.not_(made) : made);
      }
      for (Op op : {Op::fp_is_nan, Op::fp_is_inf}) {
        Term made = t.unary(op, a);
        wrong.push_back(evaluate(made, inputs) != 0 ? t.not_(made) : made);
      }
      facts.push_back(t.or_(wrong));
      EXPECT_EQ(solver->check(facts), Answer::unsat) << std::hex << x << " " << y;
    }
}

}  // namespace
}  // namespace fencepost::logic
