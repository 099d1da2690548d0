// Sets of reads: conditions of choices, and one number for equal sets.
#include "unroll/read_sets.h"

#include <gtest/gtest.h>

namespace fencepost::unroll {
namespace {

class ReadSetsTest : public ::testing::Test {
 protected:
  logic::Terms terms;
  ReadSets sets{terms};
  logic::Term c = terms.fresh("c", logic::bool_sort());
};

TEST_F(ReadSetsTest, EqualSetsHaveOneNumber) {
  ReadSet a = sets.only(3), b = sets.only(5);
  EXPECT_EQ(sets.only(3), a);
  EXPECT_EQ(sets.join(a, b), sets.join(b, a));
  EXPECT_EQ(sets.join(sets.join(a, b), a), sets.join(a, b));
  EXPECT_EQ(sets.join(a, 0), a);
  EXPECT_EQ(sets.join(0, 0), 0u);
}

TEST_F(ReadSetsTest, AChoiceKeepsEachSideUnderItsCondition) {
  ReadSet both = sets.choose(c, sets.join(sets.only(1), sets.only(2)), sets.join(sets.only(2), sets.only(4)));
  const ReadSets::Members& members = sets.all()[both];
  ASSERT_EQ(members.size(), 3u);
  EXPECT_EQ(members[0].read, 1u);
  EXPECT_EQ(members[0].when, c);
  EXPECT_TRUE(members[1].when.is_true());
  EXPECT_EQ(members[2].when, terms.not_(c));
}

TEST_F(ReadSetsTest, WhatOneSideRestsOnIsNotForgottenByTheOther) {
  ReadSet some = sets.choose(c, sets.only(1), 0);
  EXPECT_EQ(sets.all()[some].size(), 1u);
  EXPECT_EQ(sets.join(some, sets.only(1)), sets.only(1));
  EXPECT_EQ(sets.choose(c, some, 0), some);
}

}  // namespace
}  // namespace fencepost::unroll
