// Questions that share a context know nothing of each other.
#include "logic/single_questions.h"

#include <gtest/gtest.h>

namespace fencepost::logic {
namespace {

TEST(SingleQuestions, EachForgetsTheOneBefore) {
  Terms terms;
  Budget budget;
  Statistics statistics;
  auto ask = make_single_questions(budget, statistics);
  Term x = terms.fresh("x", bv_sort(8)), y = terms.fresh("y", int_sort()), f = terms.fresh("f", float_sort(32));
  Term is_three = terms.eq(x, terms.bv(3, 8)), is_four = terms.eq(x, terms.bv(4, 8));
  Term grows = terms.binary(Op::int_lt, y, terms.binary(Op::int_add, y, terms.integer(1)));
  Term is_none = terms.unary(Op::fp_is_nan, terms.binary(Op::fp_add, f, f)), was_none = terms.unary(Op::fp_is_nan, f);
  for (int round = 0; round < 150; ++round) {  // more than one context is asked
    const Term both[] = {is_three, is_four}, first[] = {is_three}, second[] = {is_four};
    EXPECT_EQ((*ask)(both, 100), Answer::unsat);
    EXPECT_EQ((*ask)(first, 0), Answer::sat);
    EXPECT_EQ(ask->model().at(x), Bits{3});
    EXPECT_EQ((*ask)(second, 100), Answer::sat);
    EXPECT_EQ(ask->model().at(x), Bits{4});
    if (round % 50 != 0) continue;
    const Term integers[] = {terms.not_(grows)}, floats[] = {is_none, terms.not_(was_none)},
               number[] = {terms.not_(is_none)};
    EXPECT_EQ((*ask)(integers, 0), Answer::unsat);
    EXPECT_EQ((*ask)(floats, 0), Answer::unsat);
    EXPECT_EQ((*ask)(number, 0), Answer::sat);
  }
}

}  // namespace
}  // namespace fencepost::logic
