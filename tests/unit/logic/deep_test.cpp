// Terms as deep as long programs make them: nothing may recurse on the structure.
#include <gtest/gtest.h>

#include "logic/evaluate.h"
#include "print_terms.h"

namespace fencepost::logic {
namespace {

constexpr int kDepth = 200000;

// x = ite(c, x + y, x ^ z) again and again: no rule shortens it.
Term deep_word(Terms& t, Term x, Term y, Term z, Term c) {
  Term value = x;
  for (int i = 0; i < kDepth / 2; ++i)
    value = i % 2 == 0 ? t.binary(Op::bv_xor, value, t.binary(Op::bv_or, y, value))
                       : t.ite(c, t.binary(Op::bv_and, value, z), value);
  return value;
}

Term deep_boolean(Terms& t) {
  Term path = t.fresh("b", bool_sort());
  for (int i = 0; i < kDepth / 2; ++i) {
    path = t.and_(path, t.fresh("b", bool_sort()));
    path = t.or_(path, t.fresh("b", bool_sort()));
  }
  return path;
}

class DeepTest : public testing::TestWithParam<SolverKind> {};

TEST(Deep, BuilderEvaluatorAndPrinter) {
  Terms t;
  Term x = t.fresh("x", bv_sort(4)), y = t.fresh("y", bv_sort(4)), z = t.fresh("z", bv_sort(4));
  Term word = deep_word(t, x, y, z, t.fresh("c", bool_sort()));
  EXPECT_GT(t.size(), static_cast<size_t>(kDepth) / 2);
  EXPECT_TRUE(evaluate(word, {{x, 5}, {y, 3}, {z, 9}}) < 16);
  EXPECT_GT(to_string(word).size(), static_cast<size_t>(kDepth));
  Term path = deep_boolean(t);
  EXPECT_TRUE(evaluate(path, {}) == 0);
  EXPECT_GT(to_string(path).size(), static_cast<size_t>(kDepth));
  EXPECT_TRUE(supports(SolverKind::cadical, t.and_(path, t.eq(word, x))));
}

TEST_P(DeepTest, SolverTranslatesAndDecides) {
  Terms t;
  Budget budget;
  Statistics statistics;
  auto solver = make_solver(GetParam(), t, budget, statistics);
  Term path = deep_boolean(t);
  solver->assert_term(path);
  ASSERT_EQ(solver->check(), Answer::sat);
  EXPECT_TRUE(evaluate(path, solver->model()) == 1);
}

TEST_P(DeepTest, WordsUnderAssumptions) {
  Terms t;
  Budget budget;
  Statistics statistics;
  auto solver = make_solver(GetParam(), t, budget, statistics);
  Term x = t.fresh("x", bv_sort(2)), y = t.fresh("y", bv_sort(2)), z = t.fresh("z", bv_sort(2));
  Term c = t.fresh("c", bool_sort());
  Term word = deep_word(t, x, y, z, c);
  Assignment inputs{{x, 2}, {y, 1}, {z, 3}, {c, 1}};
  for (auto [v, value] : inputs) solver->assert_term(t.eq(v, v == c ? t.boolean(value != 0) : t.bv(value, 2)));
  Term wrong[] = {t.ne(word, t.bv(evaluate(word, inputs), 2))};
  EXPECT_EQ(solver->check(wrong), Answer::unsat);
}

INSTANTIATE_TEST_SUITE_P(All, DeepTest, testing::Values(SolverKind::cadical, SolverKind::z3, SolverKind::cvc5),
                         [](const auto& chosen) {
                           return chosen.param == SolverKind::cadical ? "cadical"
                                  : chosen.param == SolverKind::z3    ? "z3"
                                                                      : "cvc5";
                         });

}  // namespace
}  // namespace fencepost::logic
