// Bounds against values: whatever the variables are within their bounds, the terms are within theirs.
#include "logic/intervals.h"

#include <gtest/gtest.h>

#include "logic/evaluate.h"
#include "random_terms.h"

namespace fencepost::logic::test {
namespace {

Interval between(SignedBits low, SignedBits high) { return {low, high}; }

TEST(Intervals, CountersStaySmall) {
  Terms t;
  Term x = t.fresh("x", bv_sort(32)), b = t.fresh("b", bool_sort());
  Term next = t.binary(Op::bv_add, x, t.bv(1, 32)), chosen = t.ite(b, next, t.bv(low_bits(~Bits(0), 32), 32));
  Intervals bounds(std::span(&chosen, 1));
  bounds.compute([](Term) { return between(0, 5); });
  EXPECT_EQ(bounds[chosen], between(-1, 6));
  EXPECT_EQ(bounds.variables(), std::vector<Term>{x}) << "what a choice depends on is no part of its value";
  bounds.compute([](Term) { return Interval{}; });
  EXPECT_EQ(bounds[chosen], between(-1, -1)) << "x has no value yet";
  bounds.compute([](Term) { return between(0, (SignedBits(1) << 31) - 1); });
  EXPECT_EQ(bounds[next], Interval::all(32)) << "it wraps around";
}

TEST(Intervals, LiesInSaysJustThat) {
  Terms t;
  Term x = t.fresh("x", bv_sort(6));
  for (SignedBits low = -32; low < 32; ++low)
    for (SignedBits high = low; high < 32; ++high) {
      Term lies = lies_in(x, {low, high}, t);
      for (SignedBits value = -32; value < 32; ++value)
        ASSERT_EQ(evaluate(lies, {{x, static_cast<Bits>(value)}}) != 0, low <= value && value <= high);
    }
}

TEST(Intervals, HoldWhateverTheValues) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    RandomTerms random(seed, {.widths = {1, 2, 4, 8, 32, 64}, .variables = 2});
    std::vector<Term> made;
    for (int i = 0; i < 60; ++i)
      if (Term term = random.step().raw; term.sort().kind == SortKind::bitvec && term.sort().width <= 64)
        made.push_back(term);
    Intervals bounds(made);
    // Each variable lies between its values in the assignments.
    std::vector<Assignment> assignments;
    for (uint64_t i = 0; i < 3; ++i) assignments.push_back(random.random_assignment(true, seed * 10 + i));
    bounds.compute([&](Term variable) {
      Interval seen;
      for (const Assignment& one : assignments) {
        auto known = one.find(variable);
        if (known == one.end()) return Interval::all(variable.sort().width);
        SignedBits value = as_signed(known->second, variable.sort().width);
        seen.join({value, value});
      }
      return seen;
    });
    for (const Assignment& one : assignments)
      for (Term term : made) {
        SignedBits value = as_signed(evaluate(term, one), term.sort().width);
        ASSERT_TRUE(bounds[term].low <= value && value <= bounds[term].high) << "seed " << seed << "\n"
                                                                             << to_string(term);
      }
  }
}

}  // namespace
}  // namespace fencepost::logic::test
