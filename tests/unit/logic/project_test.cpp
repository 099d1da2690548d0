#include "logic/project.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "all_assignments.h"
#include "logic/solve_for.h"
#include "random_formulas.h"

namespace fencepost::logic::test {
namespace {

class ProjectTest : public testing::Test {
 protected:
  Term word(const char* label) { return t.fresh(label, bv_sort(8)); }
  Term bv(Bits value) { return t.bv(value, 8); }
  Term less(Term a, Term b) { return t.binary(Op::bv_ult, a, b); }
  Projection without(Term variable, Term formula) { return project(t, formula, std::span(&variable, 1)); }

  Terms t;
};

TEST_F(ProjectTest, AssignmentIsSubstitution) {
  Term x = word("x"), old = word("old");
  Term post = t.and_(t.eq(x, t.binary(Op::bv_add, old, bv(1))), t.eq(old, bv(4)));
  EXPECT_EQ(without(old, post).formula, t.eq(x, bv(5)));
  Term bounded = t.and_(t.eq(x, t.binary(Op::bv_add, old, bv(1))), less(old, bv(4)));
  Projection found = without(old, bounded);
  EXPECT_TRUE(found.exact);
  EXPECT_FALSE(occurs(old, found.formula));
}

TEST_F(ProjectTest, BoundsMeet) {
  Term x = word("x"), a = word("a"), b = word("b");
  Projection found = without(x, t.and_(t.not_(less(x, a)), less(x, b)));
  EXPECT_TRUE(found.exact);
  EXPECT_EQ(found.formula, less(a, b));
  EXPECT_TRUE(without(x, t.and_(t.ne(x, a), t.ne(x, b))).formula.is_true());
}

TEST_F(ProjectTest, WhatCannotBeRemovedIsDroppedAndSaidSo) {
  Term x = word("x"), a = word("a"), b = word("b");
  Term square = t.eq(t.binary(Op::bv_mul, x, x), a);
  Projection found = without(x, t.and_(square, less(a, b)));
  EXPECT_FALSE(found.exact);
  EXPECT_EQ(found.formula, less(a, b));
}

TEST(SolveFor, TurnsEquationsAround) {
  size_t solved_count = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    RandomFormulas random(seed);
    Terms& t = random.terms();
    Term equation = t.eq(random.word(3), random.word(2)), x = random.variables()[0];
    Solved solved = solve_for(t, equation, x);
    if (!solved.value) continue;
    ++solved_count;
    EXPECT_FALSE(occurs(x, solved.value) || occurs(x, solved.condition));
    Term again = t.and_(t.eq(x, solved.value), solved.condition);
    for_all(random.variables(), {}, [&](const Assignment& values) {
      ASSERT_EQ(evaluate(equation, values), evaluate(again, values)) << "seed " << seed << ": " << to_string(equation);
    });
  }
  EXPECT_GT(solved_count, 200u);
}

TEST(SolveFor, TurnsExtensionsAround) {
  Terms t;
  Term x = t.fresh("x", bv_sort(3)), low = t.fresh("low", bv_sort(2)), y = t.fresh("y", bv_sort(5));
  Term shifted = t.binary(Op::bv_add, t.sext(x, 5), t.bv(3, 5));
  for (Term left :
       {shifted, t.zext(x, 5), t.concat(x, low), t.concat(low, x), t.binary(Op::bv_mul, t.zext(x, 5), t.bv(11, 5))}) {
    Term equation = t.eq(left, y);
    Solved solved = solve_for(t, equation, x);
    ASSERT_TRUE(solved.value) << to_string(equation);
    Term again = t.and_(t.eq(x, solved.value), solved.condition);
    for_all({x, low, y}, {}, [&](const Assignment& values) {
      ASSERT_EQ(evaluate(equation, values), evaluate(again, values)) << to_string(equation);
    });
  }
}

// Exact: it holds where the rest of the assignment can be completed. Otherwise: at least there.
TEST(Projection, IsTheQuantifier) {
  size_t exact = 0;
  constexpr uint64_t kSeeds = 600;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    RandomFormulas random(seed);
    Term formula = random.formula(static_cast<int>(1 + seed % 5));
    std::vector<Term> variables = random.variables();
    std::vector<Term> gone(variables.begin(), variables.begin() + static_cast<std::ptrdiff_t>(1 + seed % 3));
    if (seed % 4 == 0) gone.push_back(variables.back());
    Projection found = project(random.terms(), formula, gone);
    exact += found.exact;
    for (Term x : gone) ASSERT_FALSE(occurs(x, found.formula)) << to_string(found.formula);
    std::vector<Term> kept;
    for (Term x : variables)
      if (std::ranges::find(gone, x) == gone.end()) kept.push_back(x);
    for_all(kept, {}, [&](const Assignment& values) {
      bool expected = satisfiable(formula, gone, values), claimed = evaluate(found.formula, values) != 0;
      ASSERT_TRUE(found.exact ? claimed == expected : claimed || !expected)
          << "seed " << seed << ": " << to_string(formula) << " to " << to_string(found.formula);
    });
  }
  EXPECT_GT(exact, kSeeds / 3);
}

// Comparisons of one variable with others and with constants, all with the same sign, and disequations.
TEST(Projection, OfBoundsIsExact) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    RandomFormulas random(seed);
    Terms& t = random.terms();
    std::vector<Term> words = random.variables();
    Term x = words[0], formula = t.boolean(true);
    Op less = seed % 2 == 0 ? Op::bv_ult : Op::bv_slt;
    for (size_t i = 0, count = 2 + random.below(3); i < count; ++i) {
      Term other = random.below(3) == 0 ? t.bv(random.below(8), 3) : words[1 + random.below(2)];
      Term part = random.below(2) == 0 ? t.binary(less, x, other) : t.binary(less, other, x);
      if (random.below(6) == 0) part = t.eq(x, other);
      formula = t.and_(formula, random.below(3) == 0 ? t.not_(part) : part);
    }
    Projection found = project(t, formula, {&x, 1});
    ASSERT_TRUE(found.exact) << "seed " << seed << ": " << to_string(formula);
    for_all({words[1], words[2]}, {}, [&](const Assignment& values) {
      ASSERT_EQ(evaluate(found.formula, values) != 0, satisfiable(formula, {x}, values))
          << "seed " << seed << ": " << to_string(formula) << " to " << to_string(found.formula);
    });
  }
}

}  // namespace
}  // namespace fencepost::logic::test
