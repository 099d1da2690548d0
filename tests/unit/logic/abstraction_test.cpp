// Predicate abstraction and enumeration of values against brute force.
#include "logic/abstraction.h"

#include <gtest/gtest.h>

#include <set>

#include "all_assignments.h"
#include "logic/enumerate.h"
#include "random_formulas.h"
#include "solver_name.h"

namespace fencepost::logic::test {
namespace {

class AbstractionTest : public testing::TestWithParam<SolverKind> {
 protected:
  std::unique_ptr<Solver> solver(Terms& terms) { return make_solver(GetParam(), terms, budget_, statistics_); }

  Budget budget_;
  Statistics statistics_;
};

// The values of the terms wherever the formula holds.
std::set<std::vector<Bits>> possible(Term formula, const std::vector<Term>& observed,
                                     const std::vector<Term>& variables) {
  std::set<std::vector<Bits>> found;
  for_all(variables, {}, [&](const Assignment& values) {
    Evaluator value(values);
    if (!value.holds(formula)) return;
    std::vector<Bits> combination;
    for (Term term : observed) combination.push_back(value(term));
    found.insert(combination);
  });
  return found;
}

TEST_P(AbstractionTest, EnumerationFindsAllCombinations) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    RandomFormulas random(seed, 2);
    Term formula = random.formula(3);
    std::vector<Term> observed = {random.word(1), random.variables()[0], random.formula(1)};
    auto expected = possible(formula, observed, random.variables());
    auto s = solver(random.terms());
    s->assert_term(formula);
    Combinations all = enumerate(random.terms(), *s, observed, 0);
    EXPECT_TRUE(all.complete);
    EXPECT_EQ(all.values, (std::vector<std::vector<Bits>>(expected.begin(), expected.end()))) << "seed " << seed;
    Combinations just_enough = enumerate(random.terms(), *s, observed, std::max<size_t>(expected.size(), 1));
    EXPECT_EQ(just_enough.values, all.values) << "the solver is left as it was";
    EXPECT_TRUE(just_enough.complete);
    if (expected.size() < 2) continue;
    Combinations some = enumerate(random.terms(), *s, observed, expected.size() - 1);
    EXPECT_FALSE(some.complete);
    EXPECT_EQ(some.values.size(), expected.size() - 1);
    for (const auto& combination : some.values) EXPECT_TRUE(expected.contains(combination));
  }
}

TEST_P(AbstractionTest, CartesianIsExactForEachPredicate) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RandomFormulas random(seed, 2);
    Term formula = random.formula(3), assumed = random.formula(1);
    std::vector<Term> predicates;
    for (int i = 0; i < 5; ++i) predicates.push_back(random.formula(1));
    auto expected = possible(random.terms().and_(formula, assumed), predicates, random.variables());
    auto s = solver(random.terms());
    s->assert_term(formula);
    std::optional<Cube> cube = abstract_cartesian(random.terms(), *s, predicates, std::span(&assumed, 1));
    ASSERT_EQ(cube.has_value(), !expected.empty()) << "seed " << seed;
    if (!cube) continue;
    for (size_t i = 0; i < predicates.size(); ++i) {
      std::set<Bits> values;
      for (const auto& combination : expected) values.insert(combination[i]);
      Truth truth = values.size() == 2 ? Truth::open : values.contains(1) ? Truth::holds : Truth::fails;
      EXPECT_EQ((*cube)[i], truth) << "seed " << seed;
    }
  }
}

TEST_P(AbstractionTest, BooleanIsTheStrongestCombination) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RandomFormulas random(seed, 2);
    Term formula = random.formula(3);
    std::vector<Term> predicates;
    for (int i = 0; i < 4; ++i) predicates.push_back(random.formula(1));
    auto expected = possible(formula, predicates, random.variables());
    auto s = solver(random.terms());
    s->assert_term(formula);
    std::vector<Cube> cubes = abstract_boolean(random.terms(), *s, predicates, 0);
    Term abstract = to_term(random.terms(), predicates, cubes);
    for (uint64_t code = 0; code < 16; ++code) {
      std::vector<Bits> signs;
      size_t containing = 0;
      for (size_t i = 0; i < 4; ++i) signs.push_back(code >> i & 1);
      for (const Cube& cube : cubes) {
        bool inside = true;
        for (size_t i = 0; i < 4; ++i)
          inside = inside && (cube[i] == Truth::open || (cube[i] == Truth::holds) == (signs[i] == 1));
        containing += inside;
      }
      EXPECT_EQ(containing, expected.contains(signs) ? 1u : 0u) << "seed " << seed << ": each minterm once";
    }
    for_all(random.variables(), {}, [&](const Assignment& values) {
      ASSERT_TRUE(!evaluate(formula, values) || evaluate(abstract, values)) << "seed " << seed;
    });
    // Too many combinations: coarser, still implied.
    std::vector<Cube> coarse = abstract_boolean(random.terms(), *s, predicates, 1);
    EXPECT_EQ(coarse.empty(), expected.empty());
    EXPECT_LE(coarse.size(), 1u);
  }
}

// Independent predicates: Cartesian asks at most one question each, whatever the number of their combinations.
TEST_P(AbstractionTest, CartesianQuestionsGrowLinearly) {
  for (unsigned count : {10u, 40u, 160u}) {
    Terms t;
    Statistics statistics;
    auto s = make_solver(GetParam(), t, budget_, statistics);
    std::vector<Term> predicates;
    for (unsigned i = 0; i < count; ++i) {
      Term x = t.fresh("x", bv_sort(32));
      if (i % 2 == 0) s->assert_term(t.binary(Op::bv_ult, x, t.bv(10, 32)));
      predicates.push_back(t.binary(Op::bv_ult, x, t.bv(20, 32)));
    }
    std::optional<Cube> cube = abstract_cartesian(t, *s, predicates);
    ASSERT_TRUE(cube);
    for (unsigned i = 0; i < count; ++i) EXPECT_EQ((*cube)[i], i % 2 == 0 ? Truth::holds : Truth::open);
    EXPECT_LE(statistics.get(name(GetParam()) + ".checks"), count + 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, AbstractionTest, testing::Values(SolverKind::cadical, SolverKind::z3),
                         [](const auto& tested) { return name(tested.param); });

}  // namespace
}  // namespace fencepost::logic::test
