#include "unroll/pointers.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fencepost::unroll {
namespace {

class PointersTest : public ::testing::Test {
 protected:
  Terms terms;
  Pointers pointers{terms, 64};
  Term a = terms.fresh("a", logic::bool_sort()), b = terms.fresh("b", logic::bool_sort());

  Value choose(Term condition, const Value& yes, const Value& no) {
    return {terms.ite(condition, yes.term, no.term), terms.ite(condition, yes.offset, no.offset), {}};
  }
};

TEST_F(PointersTest, EachObjectWithItsOwnOffsets) {
  // Two of the three point to one object, so its number is chosen once, by another condition than the offset.
  Value pointer = choose(a, pointers.make(1, 776), choose(b, pointers.make(1, 32), pointers.make(2, 24)));
  std::vector<Pointee> pointees = pointers.resolve(pointer);
  ASSERT_EQ(pointees.size(), 2u);
  for (const Pointee& pointee : pointees) {
    if (pointee.object == 2) {
      EXPECT_EQ(pointee.offset, terms.bv(24, 64));
      continue;
    }
    EXPECT_EQ(pointee.object, 1u);
    EXPECT_EQ(pointee.offset, terms.ite(a, terms.bv(776, 64), terms.bv(32, 64)));
  }
}

TEST_F(PointersTest, HoweverDeepEqualOffsetsWereJoined) {
  Term unknown = terms.fresh("unknown", logic::bv_sort(64));
  Value pointer{terms.bv(0, kObjectBits), unknown, {}};
  for (uint32_t object = 1; object < 6; ++object)
    pointer = choose(terms.fresh("is", logic::bool_sort()), pointers.make(object), pointer);
  for (const Pointee& pointee : pointers.resolve(pointer))
    EXPECT_EQ(pointee.offset, pointee.object == 0 ? unknown : terms.bv(0, 64)) << pointee.object;
}

TEST_F(PointersTest, AlsoBehindASum) {
  Value pointer = choose(a, pointers.make(1, 776), choose(b, pointers.make(1, 32), pointers.make(2, 24)));
  pointer.offset = terms.binary(logic::Op::bv_add, pointer.offset, terms.bv(8, 64));
  std::vector<Pointee> pointees = pointers.resolve(pointer);
  auto second =
      std::find_if(pointees.begin(), pointees.end(), [](const Pointee& pointee) { return pointee.object == 2; });
  ASSERT_NE(second, pointees.end());
  EXPECT_EQ(second->offset, terms.bv(32, 64));
}

}  // namespace
}  // namespace fencepost::unroll
