// Terms as deep as long programs make them: nothing may recurse on the structure.
#include <gtest/gtest.h>

#include "logic/evaluate.h"
#include "print_terms.h"

namespace fencepost::logic {
namespace {

constexpr int kDepth = 200000;

// No rule shortens it. The constants keep Z3's hash of chains from degenerating.
Term deep_word(Terms& t, Term x, Term y, Term z, Term c, int depth) {
  unsigned width = x.sort().width;
  Term value = x;
  for (int i = 0; i < depth / 4; ++i) {
    value = t.binary(Op::bv_xor, value, t.binary(Op::bv_or, y, value));
    Term mask = t.binary(Op::bv_xor, z, t.bv(static_cast<Bits>(i), width));
    value = t.ite(c, t.binary(Op::bv_and, value, mask), value);
  }
  return value;
}

Term deep_boolean(Terms& t, int depth) {
  Term path = t.fresh("b", bool_sort());
  for (int i = 0; i < depth / 2; ++i) {
    path = t.and_(path, t.fresh("b", bool_sort()));
    path = t.or_(path, t.fresh("b", bool_sort()));
  }
  return path;
}

class DeepTest : public testing::TestWithParam<SolverKind> {};
class ForeignDeepTest : public testing::TestWithParam<SolverKind> {};

TEST(Deep, BuilderEvaluatorAndPrinter) {
  Terms t;
  Sort sort = bv_sort(16);
  Term x = t.fresh("x", sort), y = t.fresh("y", sort), z = t.fresh("z", sort), c = t.fresh("c", bool_sort());
  Term word = deep_word(t, x, y, z, c, kDepth);
  EXPECT_GT(t.size(), static_cast<size_t>(kDepth));
  EXPECT_TRUE(evaluate(word, {{x, 5}, {y, 3}, {z, 9}}) < 65536);
  EXPECT_GT(to_string(word).size(), static_cast<size_t>(kDepth));
  Term path = deep_boolean(t, kDepth);
  EXPECT_TRUE(evaluate(path, {}) == 0);
  EXPECT_GT(to_string(path).size(), static_cast<size_t>(kDepth));
  EXPECT_TRUE(supports(SolverKind::cadical, t.and_(path, t.eq(word, x))));
}

TEST(Deep, BitBlasting) {
  Terms t;
  Budget budget;
  Statistics statistics;
  auto solver = make_solver(SolverKind::cadical, t, budget, statistics);
  Term path = deep_boolean(t, kDepth);
  Sort bit = bv_sort(1);
  Term x = t.fresh("x", bit), y = t.fresh("y", bit), z = t.fresh("z", bit), c = t.fresh("c", bool_sort());
  Term word = t.eq(deep_word(t, x, y, z, c, kDepth), x);
  solver->assert_term(path);
  solver->assert_term(word);
  ASSERT_EQ(solver->check(), Answer::sat);
  Assignment model = solver->model();
  EXPECT_TRUE(evaluate(path, model) == 1 && evaluate(word, model) == 1);
}

// What Z3 and cvc5 do with so deep a formula is theirs; handing it over must not overflow a stack, theirs included.
TEST_P(ForeignDeepTest, Translation) {
  Terms t;
  Budget budget;
  Statistics statistics;
  auto solver = make_solver(GetParam(), t, budget, statistics);
  Sort sort = bv_sort(32);
  Term x = t.fresh("x", sort), y = t.fresh("y", sort), z = t.fresh("z", sort), c = t.fresh("c", bool_sort());
  solver->assert_term(deep_boolean(t, kDepth));
  solver->assert_term(t.eq(deep_word(t, x, y, z, c, kDepth), x));
}

TEST_P(DeepTest, FormulasAreDecided) {
  Terms t;
  Budget budget;
  Statistics statistics;
  auto solver = make_solver(GetParam(), t, budget, statistics);
  Term path = deep_boolean(t, kDepth / 20);
  Sort sort = bv_sort(8);
  Term x = t.fresh("x", sort), y = t.fresh("y", sort), z = t.fresh("z", sort), c = t.fresh("c", bool_sort());
  Term word = deep_word(t, x, y, z, c, kDepth / 20);
  solver->assert_term(path);
  ASSERT_EQ(solver->check(), Answer::sat);
  EXPECT_TRUE(evaluate(path, solver->model()) == 1);
  Assignment inputs{{x, 2}, {y, 1}, {z, 3}, {c, 1}};
  for (auto [v, value] : inputs) solver->assert_term(t.eq(v, v == c ? t.boolean(value != 0) : t.bv(value, 8)));
  Term wrong[] = {t.ne(word, t.bv(evaluate(word, inputs), 8))};
  EXPECT_EQ(solver->check(wrong), Answer::unsat);
}

// Deep terms are cut by definitions, which must survive the level in which they were made.
TEST_P(DeepTest, DefinitionsSurvivePop) {
  Terms t;
  Budget budget;
  Statistics statistics;
  auto solver = make_solver(GetParam(), t, budget, statistics);
  Term path = deep_boolean(t, kDepth / 20);
  solver->push();
  Term assumption[] = {path};
  EXPECT_EQ(solver->check(assumption), Answer::sat);
  solver->pop();
  solver->assert_term(path);
  ASSERT_EQ(solver->check(), Answer::sat);
  EXPECT_TRUE(evaluate(path, solver->model()) == 1);
}

// A formula whose parts are shared has more paths than anybody can walk.
TEST_P(DeepTest, PartsThatAreSharedAreAssertedOnce) {
  Terms t;
  Budget budget;
  Statistics statistics;
  auto solver = make_solver(GetParam(), t, budget, statistics);
  Term all = t.fresh("b", bool_sort()), some = t.fresh("b", bool_sort()), c = t.fresh("c", bool_sort());
  for (int i = 0; i < 100; ++i) {
    Term a = t.fresh("a", bool_sort()), b = t.fresh("b", bool_sort());
    all = t.and_(t.and_(all, a), t.and_(all, b));
    some = t.or_(t.or_(some, a), t.or_(some, b));
  }
  solver->assert_term(t.or_(c, all));
  solver->assert_term(t.or_(c, t.not_(some)));
  ASSERT_EQ(solver->check(), Answer::sat);
  Term neither[] = {t.not_(c)};
  EXPECT_EQ(solver->check(neither), Answer::unsat);
  solver->assert_term(all);
  ASSERT_EQ(solver->check(), Answer::sat);
  EXPECT_EQ(solver->check(neither), Answer::unsat);
}

std::string name(const testing::TestParamInfo<SolverKind>& chosen) {
  return chosen.param == SolverKind::cadical ? "cadical" : chosen.param == SolverKind::z3 ? "z3" : "cvc5";
}

INSTANTIATE_TEST_SUITE_P(All, DeepTest, testing::Values(SolverKind::cadical, SolverKind::z3, SolverKind::cvc5), name);
INSTANTIATE_TEST_SUITE_P(All, ForeignDeepTest, testing::Values(SolverKind::z3, SolverKind::cvc5), name);

}  // namespace
}  // namespace fencepost::logic
