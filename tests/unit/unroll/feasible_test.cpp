#include "unroll/feasible.h"

#include <gtest/gtest.h>

namespace fencepost::unroll {
namespace {

class FeasibleTest : public ::testing::Test {
 protected:
  Terms terms;
  Pointers pointers{terms, 64};
  Paths paths{terms};
  Budget budget;
  Feasible feasible{terms, pointers, budget};
  Term a = terms.fresh("a", logic::bool_sort()), b = terms.fresh("b", logic::bool_sort());

  // The object is chosen by one condition and the offset by another.
  Value pointer = {terms.ite(a, terms.bv(5, kObjectBits), terms.bv(6, kObjectBits)),
                   terms.ite(b, terms.bv(8, 64), terms.bv(16, 64)),
                   {}};
};

TEST_F(FeasibleTest, FollowsConditionsOfThePathTogether) {
  Path path = paths.extend(paths.extend(paths.root(), terms.or_(a, b)), terms.not_(terms.and_(a, b)));
  EXPECT_TRUE(feasible.may_hold(path, a));
  EXPECT_TRUE(feasible.may_hold(path, terms.and_(a, terms.not_(b))));
  EXPECT_FALSE(feasible.may_hold(path, terms.eq(a, b)));
  EXPECT_TRUE(feasible.may_reach(path));
  EXPECT_FALSE(feasible.may_reach(paths.extend(path, terms.eq(a, b))));
}

TEST_F(FeasibleTest, LeavesOutPlacesOfNoRun) {
  Path path = paths.extend(paths.root(), terms.eq(a, b));
  std::vector<Pointee> places = pointers.resolve(feasible.narrowed(path, pointer));
  ASSERT_EQ(places.size(), 2u);
  for (const Pointee& place : places) EXPECT_EQ(place.offset, terms.bv(place.object == 5 ? 8 : 16, 64));
}

TEST_F(FeasibleTest, OnePlaceIsNoChoice) {
  Path path = paths.extend(paths.extend(paths.root(), terms.eq(a, b)), terms.or_(a, b));
  const Value narrow = feasible.narrowed(path, pointer);
  EXPECT_EQ(narrow.term, terms.bv(5, kObjectBits));
  EXPECT_EQ(narrow.offset, terms.bv(8, 64));
}

TEST_F(FeasibleTest, PlacesThatAreAllPossibleStay) { EXPECT_EQ(feasible.narrowed(paths.root(), pointer), pointer); }

TEST_F(FeasibleTest, OffsetsThatAreNoFewConstantsStay) {
  pointer.offset = terms.ite(a, terms.fresh("index", logic::bv_sort(64)), terms.bv(16, 64));
  std::vector<Pointee> places = pointers.resolve(feasible.narrowed(paths.extend(paths.root(), a), pointer));
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].object, 5u);
  EXPECT_FALSE(places[0].offset.is_const());
}

TEST_F(FeasibleTest, WhatNoBitsAreIsNotAsked) {
  Path path = paths.extend(paths.root(), terms.eq(terms.fresh("x", logic::int_sort()), terms.integer(1)));
  EXPECT_TRUE(feasible.may_hold(path, terms.boolean(true)));
  EXPECT_TRUE(feasible.may_hold(path, terms.and_(a, b)));
  EXPECT_EQ(feasible.questions(), 0u);
}

TEST_F(FeasibleTest, FewConstantsGoThroughSums) {
  std::set<Bits> values;
  EXPECT_TRUE(few_constants(terms.binary(logic::Op::bv_add, pointer.offset, terms.bv(4, 64)), 4, values));
  EXPECT_EQ(values, (std::set<Bits>{12, 20}));
  values.clear();
  EXPECT_FALSE(few_constants(pointer.offset, 1, values));
  EXPECT_TRUE(values.empty());
}

}  // namespace
}  // namespace fencepost::unroll
