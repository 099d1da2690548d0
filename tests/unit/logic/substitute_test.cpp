// Substitution against evaluation: the value with other terms in the place of variables is the value where the variables
// have those terms' values.
#include "logic/substitute.h"

#include <gtest/gtest.h>

#include "logic/evaluate.h"
#include "random_terms.h"

namespace fencepost::logic::test {
namespace {

TEST(Substitution, LeavesAloneWhatDoesNotDependOnIt) {
  Terms t;
  Term old = t.fresh("old", bv_sort(8)), x = t.fresh("x", bv_sort(8)), y = t.fresh("y", bv_sort(8));
  Substitution put(t);
  EXPECT_TRUE(put.put(x, y));
  EXPECT_TRUE(put.put(x, y));
  EXPECT_FALSE(put.put(x, old)) << "it stands for another already";
  EXPECT_EQ(put(old), old);
  EXPECT_EQ(put(Term()), Term());
  EXPECT_EQ(put(t.binary(Op::bv_add, x, t.bv(1, 8))), t.binary(Op::bv_add, y, t.bv(1, 8)));
  EXPECT_EQ(put(t.eq(x, y)), t.boolean(true)) << "it is simplified again";
}

TEST(Substitution, IsEvaluationWithOtherValues) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomTerms random(seed);
    Substitution put(random.terms());
    Assignment before = random.random_assignment(false, seed), after = before;
    std::vector<Term> made;
    for (int i = 0; i < 40; ++i) made.push_back(random.step().simple);
    for (size_t i = 0; i < random.variables().size(); i += 3) {
      Term variable = random.variables()[i].simple, term = random.some(variable.sort()).simple;
      put.put(variable, term);
      after[variable] = evaluate(term, before);
    }
    for (Term term : made) ASSERT_EQ(evaluate(put(term), before), evaluate(term, after)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace fencepost::logic::test
