#include "logic/readable.h"

#include <gtest/gtest.h>

namespace fencepost::logic {
namespace {

TEST(Readable, AsInC) {
  Terms t;
  const Term x = t.fresh("x", bv_sort(32)), y = t.fresh("y", bv_sort(32)), b = t.fresh("b", bool_sort());
  EXPECT_EQ(readable(t.binary(Op::bv_slt, x, t.bv(5, 32)), 100), "x < 5");
  EXPECT_EQ(readable(t.binary(Op::bv_slt, t.bv(Bits{0xfffffffe}, 32), x), 100), "x >= -1");
  EXPECT_EQ(readable(t.not_(t.binary(Op::bv_ult, x, y)), 100), "x >= y");
  EXPECT_EQ(readable(t.ne(x, t.bv(3, 32)), 100), "x != 3");
  EXPECT_EQ(readable(t.not_(b), 100), "!b");
  EXPECT_EQ(readable(x, 100), "x");
  // A chain needs no parentheses, a mixture has them.
  const Term small = t.binary(Op::bv_ult, x, y), none = t.eq(y, t.bv(7, 32));
  const std::string mixed = readable(t.or_(t.and_(small, b), none), 100);
  EXPECT_NE(mixed.find(" || "), std::string::npos);
  EXPECT_NE(mixed.find("("), std::string::npos);
  EXPECT_NE(mixed.find(" && "), std::string::npos);
  EXPECT_EQ(readable(t.and_(small, b), 100).find("("), std::string::npos);
}

TEST(Readable, IsCut) {
  Terms t;
  Term sum = t.fresh("first", bv_sort(32));
  for (int i = 0; i < 50; ++i) sum = t.binary(Op::bv_add, sum, t.fresh("another", bv_sort(32)));
  const std::string text = readable(sum, 40);
  EXPECT_EQ(text.size(), 44U);
  EXPECT_TRUE(text.ends_with(" ..."));
}

}  // namespace
}  // namespace fencepost::logic
