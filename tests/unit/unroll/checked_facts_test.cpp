#include "unroll/checked_facts.h"

#include <gtest/gtest.h>

namespace fencepost::unroll {
namespace {

class CheckedFactsTest : public ::testing::Test {
 protected:
  Terms terms;
  Paths paths{terms};
  CheckedFacts facts{paths, 64};
  Term i = terms.fresh("i", logic::bv_sort(64));
  Term offset = terms.binary(logic::Op::bv_mul, i, terms.bv(4, 64));
  Term below = terms.binary(logic::Op::bv_slt, i, terms.bv(3, 64));
  Term not_negative = terms.binary(logic::Op::bv_sle, terms.bv(0, 64), i);
  State state;

  CheckedFactsTest() { state.path = paths.root(); }
};

TEST_F(CheckedFactsTest, ACheckedSubscriptStaysInItsArray) {
  facts.note_bounds(state, terms.and_(not_negative, below));
  EXPECT_FALSE(facts.excludes(state, offset, 0));
  EXPECT_FALSE(facts.excludes(state, offset, 8));
  EXPECT_TRUE(facts.excludes(state, offset, 12));
  EXPECT_TRUE(facts.excludes(state, offset, 6)) << "between two elements";
}

TEST_F(CheckedFactsTest, AnotherSubscriptIsAnywhere) {
  facts.note_bounds(state, terms.and_(not_negative, below));
  EXPECT_FALSE(facts.excludes(state, terms.fresh("j", logic::bv_sort(64)), 12));
}

TEST_F(CheckedFactsTest, AnotherThreadMayBeDoneBeforeTheCheckFails) {
  facts.note_bounds(state, terms.and_(not_negative, below));
  State other = state;
  other.thread = 1;
  EXPECT_FALSE(facts.excludes(other, offset, 12));
}

TEST_F(CheckedFactsTest, OnOtherPathsNothingWasChecked) {
  Term c = terms.fresh("c", logic::bool_sort());
  State yes = state, no = state;
  yes.path = paths.extend(state.path, c);
  no.path = paths.extend(state.path, terms.not_(c));
  facts.note_bounds(yes, terms.and_(not_negative, below));
  facts.note_alignment(yes, {i, offset, {}}, 4);
  EXPECT_TRUE(facts.excludes(yes, offset, 12));
  EXPECT_FALSE(facts.excludes(no, offset, 12));
  EXPECT_FALSE(facts.excludes(state, offset, 12));
  EXPECT_EQ(facts.alignment(yes, {i, offset, {}}), 4u);
  EXPECT_EQ(facts.alignment(no, {i, offset, {}}), 1u);
}

}  // namespace
}  // namespace fencepost::unroll
