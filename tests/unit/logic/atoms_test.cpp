#include "logic/atoms.h"

#include <gtest/gtest.h>

#include <map>

#include "all_assignments.h"
#include "logic/simplify.h"
#include "random_formulas.h"

namespace fencepost::logic::test {
namespace {

TEST(Atoms, AreOneForAComparisonAndItsNegation) {
  Terms t;
  Term x = t.fresh("x", bv_sort(8)), y = t.fresh("y", bv_sort(8)), five = t.bv(5, 8);
  Term less = t.binary(Op::bv_ult, x, five), not_at_least = t.not_(t.binary(Op::bv_ule, five, x));
  Term above_four = t.binary(Op::bv_ult, t.bv(4, 8), x);
  EXPECT_EQ(atoms_of(t, t.or_(t.and_(less, t.eq(x, y)), t.and_(above_four, t.eq(y, x)))), atoms_of(t, t.eq(x, y)));
  EXPECT_EQ(atoms_of(t, t.or_(t.not_(less), t.eq(x, y))), atoms_of(t, t.and_(not_at_least, t.ne(y, x))));
  EXPECT_EQ(atoms_of(t, above_four), atoms_of(t, less));
  EXPECT_TRUE(atoms_of(t, t.boolean(true)).empty());
}

TEST(Atoms, AreSplitAtChoices) {
  Terms t;
  Term x = t.fresh("x", bv_sort(8)), y = t.fresh("y", bv_sort(8)), c = t.fresh("c", bool_sort());
  Term chosen = t.binary(Op::bv_add, t.ite(c, x, y), t.bv(3, 8));
  std::vector<Term> atoms = atoms_of(t, t.binary(Op::bv_ult, chosen, t.bv(9, 8)));
  EXPECT_EQ(atoms.size(), 3u);
  for (Term atom : atoms) EXPECT_FALSE(innermost_choice(atom)) << to_string(atom);
}

TEST(Atoms, DecideTheFormula) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomFormulas random(seed);
    Term formula = random.formula(4);
    std::vector<Term> atoms = atoms_of(random.terms(), formula);
    for (Term atom : atoms) EXPECT_EQ(literal(atom).base, atom);
    std::map<std::vector<Bits>, Bits> meaning;
    for_all(random.variables(), {}, [&](const Assignment& values) {
      Evaluator value(values);
      std::vector<Bits> signs;
      for (Term atom : atoms) signs.push_back(value(atom));
      Bits holds = value(formula);
      ASSERT_EQ(meaning.emplace(signs, holds).first->second, holds) << "seed " << seed << ": " << to_string(formula);
    });
  }
}

TEST(Conjuncts, AreTheFormula) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    RandomFormulas random(seed);
    Terms& t = random.terms();
    Term formula = random.formula(5);
    std::vector<Term> parts = conjuncts_of(t, formula);
    for (Term part : parts) EXPECT_EQ(conjuncts_of(t, part).size(), 1u);
    for_all(random.variables(), {}, [&](const Assignment& values) {
      Evaluator value(values);
      bool all = true;
      for (Term part : parts) all = all && value.holds(part);
      ASSERT_EQ(all, value.holds(formula)) << "seed " << seed;
    });
  }
}

}  // namespace
}  // namespace fencepost::logic::test
