// Floats by lemmas: what is decided without circuits, what is corrected, what goes to Z3, and levels.
#include <gtest/gtest.h>

#include "logic/evaluate.h"
#include "print_terms.h"

namespace fencepost::logic {
namespace {

class LazyFloatsTest : public testing::Test {
 protected:
  std::unique_ptr<Solver> solver() { return make_solver(SolverKind::lazy_floats, t, budget_, statistics_); }
  Term op(Op kind, Term a, Term b) { return t.binary(kind, a, b); }
  Term number(const char* name) { return t.fresh(name, float_sort(64)); }
  Term fp(double value) { return t.fp(value, 64); }
  double statistic(const char* name) {
    for (const auto& [known, value] : statistics_.entries())
      if (known == name) return value;
    return 0;
  }

  Terms t;
  Budget budget_;
  Statistics statistics_;
};

TEST_F(LazyFloatsTest, NoCircuitForAProductThatIsNotNan) {
  auto s = solver();
  Term a = number("a"), b = number("b");
  for (Term x : {a, b}) {
    s->assert_term(op(Op::fp_le, fp(1), x));
    s->assert_term(op(Op::fp_le, x, fp(1000)));
  }
  Term product = op(Op::fp_div, op(Op::fp_mul, a, b), op(Op::fp_add, a, b));
  Term nan[] = {t.unary(Op::fp_is_nan, product)}, inf[] = {t.unary(Op::fp_is_inf, product)},
       low[] = {op(Op::fp_lt, product, fp(0))};
  EXPECT_EQ(s->check(nan), Answer::unsat);
  EXPECT_EQ(s->core(), std::vector<Term>(nan, nan + 1));
  EXPECT_EQ(s->check(inf), Answer::unsat);
  EXPECT_EQ(s->check(low), Answer::unsat);
  EXPECT_EQ(statistic("floats.left-to-z3"), 0);
}

TEST_F(LazyFloatsTest, DistanceOnEitherSide) {
  auto s = solver();
  Term a = number("a"), b = number("b");
  s->assert_term(t.not_(op(Op::fp_lt, op(Op::fp_sub, a, b), fp(1e-5))));
  s->assert_term(t.not_(op(Op::fp_lt, op(Op::fp_sub, b, a), fp(1e-5))));
  s->assert_term(t.not_(t.unary(Op::fp_is_nan, op(Op::fp_sub, a, b))));
  EXPECT_EQ(s->check(), Answer::unsat);
  EXPECT_EQ(statistic("floats.left-to-z3"), 0);
}

TEST_F(LazyFloatsTest, OneCaseBoundsOthers) {
  auto s = solver();
  Term a = number("a");
  s->assert_term(op(Op::fp_le, fp(0.3), a));
  s->assert_term(op(Op::fp_le, a, fp(0.7)));
  Term cube = op(Op::fp_mul, op(Op::fp_mul, a, a), a);
  Term high[] = {op(Op::fp_lt, fp(0.7 * 0.7 * 0.7), cube)};
  EXPECT_EQ(s->check(high), Answer::unsat);
  EXPECT_EQ(statistic("floats.left-to-z3"), 0);
}

TEST_F(LazyFloatsTest, AChainIsCorrectedStepByStep) {
  auto s = solver();
  Term sum = fp(0), expected = fp(0);
  for (int i = 0; i < 30; ++i) {
    Term next = number("sum");  // as if it were read from memory
    s->assert_term(t.eq(next, op(Op::fp_add, sum, fp(0.1))));
    expected = op(Op::fp_add, expected, fp(0.1));
    sum = next;
  }
  ASSERT_EQ(s->check(), Answer::sat);
  EXPECT_TRUE(s->model().at(sum) == expected.value());
  Term other[] = {t.ne(sum, expected)};
  EXPECT_EQ(s->check(other), Answer::unsat);
  EXPECT_EQ(statistic("floats.left-to-z3"), 0);
}

TEST_F(LazyFloatsTest, HardQuestionsGoToZ3AndStayRight) {
  auto s = solver();
  Sort f16 = float_sort(16);
  Term a = t.fresh("a", f16);
  Term root = t.eq(op(Op::fp_mul, a, a), t.convert(Op::fp_to_fp, t.fp(2.25, 32), f16));
  s->push();
  s->assert_term(root);
  ASSERT_EQ(s->check(), Answer::sat);
  EXPECT_TRUE(evaluate(root, s->model()) == 1);
  s->push();
  Term plus = t.convert(Op::fp_to_fp, t.fp(1.5, 32), f16);
  s->assert_term(t.ne(a, plus));
  s->assert_term(t.ne(a, t.unary(Op::fp_neg, plus)));
  EXPECT_EQ(s->check(), Answer::unsat);
  s->pop();
  EXPECT_EQ(s->check(), Answer::sat);
  s->pop();
  Term nan[] = {t.unary(Op::fp_is_nan, op(Op::fp_mul, a, a)), t.not_(t.unary(Op::fp_is_nan, a))};
  EXPECT_EQ(s->check(nan), Answer::unsat);
}

TEST_F(LazyFloatsTest, LemmasOutliveTheirLevel) {
  auto s = solver();
  Term a = number("a"), sum = op(Op::fp_add, a, fp(1));
  s->push();
  s->assert_term(op(Op::fp_lt, fp(1), sum));
  s->pop();
  s->assert_term(op(Op::fp_lt, fp(0), a));
  s->assert_term(op(Op::fp_lt, sum, a));
  EXPECT_EQ(s->check(), Answer::unsat);
  EXPECT_EQ(statistic("floats.left-to-z3"), 0);
}

}  // namespace
}  // namespace fencepost::logic
