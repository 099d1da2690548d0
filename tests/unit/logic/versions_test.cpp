#include "logic/versions.h"

#include <gtest/gtest.h>

namespace fencepost::logic::test {
namespace {

TEST(Versions, CountWritesAndComeBack) {
  Terms t;
  Versions versions(t);
  Term x = t.fresh("x", bv_sort(8)), y = t.fresh("y", bv_sort(8));
  Term sum = t.binary(Op::bv_add, x, y);
  EXPECT_EQ(versions.now(sum), sum) << "the first version is the variable";
  Term x1 = versions.write(x);
  Term y1 = versions.write(y);
  EXPECT_EQ(versions.now(sum), t.binary(Op::bv_add, x1, y1));
  Term x2 = versions.write(x);
  Term assigned = t.eq(x2, t.binary(Op::bv_add, x1, y1));
  EXPECT_EQ(versions.now(x), x2);
  EXPECT_EQ(versions.program(t.eq(x2, y1)), t.eq(x, y));
  EXPECT_EQ(versions.program(assigned), t.eq(x, sum)) << "which is why only states are mapped back, never steps";
  EXPECT_EQ(x2.name(), "x.2");

  versions.restart();
  EXPECT_EQ(versions.now(sum), sum);
  EXPECT_EQ(versions.write(x), x1) << "another trace has the same names";
  EXPECT_EQ(versions.now(sum), t.binary(Op::bv_add, x1, y));
}

}  // namespace
}  // namespace fencepost::logic::test
