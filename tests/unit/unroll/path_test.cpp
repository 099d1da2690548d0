// What paths decide, against all values: a path's comparisons may decide another only as every value on the path does.
#include "unroll/path.h"

#include <gtest/gtest.h>

#include <random>

#include "logic/evaluate.h"

namespace fencepost::unroll {
namespace {

using logic::Op;
using logic::Term;

class PathTest : public testing::Test {
 protected:
  Term compare(Op op, int constant, bool constant_first) {
    Term c = terms_.bv(static_cast<logic::Bits>(constant) & 15, 4);
    Term a = constant_first ? c : x_, b = constant_first ? x_ : c;
    return op == Op::eq ? terms_.eq(a, b) : terms_.binary(op, a, b);
  }
  Term at_most(int constant) { return compare(Op::bv_sle, constant, false); }

  logic::Terms terms_;
  Paths paths_{terms_};
  Term x_ = terms_.fresh("x", logic::bv_sort(4));
};

TEST_F(PathTest, BoundsAreRememberedForLong) {
  Path path = paths_.extend(paths_.root(), terms_.and_(at_most(5), terms_.not_(at_most(-3))));
  for (int i = 0; i < 100; ++i) path = paths_.extend(path, terms_.fresh("other", logic::bool_sort()));
  EXPECT_EQ(paths_.decided(path, at_most(6)), true);
  EXPECT_EQ(paths_.decided(path, at_most(-3)), false);
  EXPECT_EQ(paths_.decided(path, compare(Op::eq, 6, false)), false);
  EXPECT_EQ(paths_.decided(path, at_most(4)), std::nullopt);
  EXPECT_EQ(paths_.decided(paths_.root(), at_most(5)), std::nullopt) << "the paths above do not know";
}

TEST_F(PathTest, DecidesOnlyAsAllValuesDo) {
  std::mt19937 random(1);
  auto literal = [&] {
    Op ops[] = {Op::bv_slt, Op::bv_sle, Op::bv_ult, Op::bv_ule, Op::eq};
    Term term = compare(ops[random() % 5], static_cast<int>(random() % 16), random() % 2 == 0);
    return random() % 2 == 0 ? terms_.not_(term) : term;
  };
  int decided = 0;
  for (int round = 0; round < 3000; ++round) {
    Path path = paths_.root();
    for (int i = 0; i < 3; ++i)
      path = paths_.extend(path, random() % 3 == 0 ? terms_.and_(literal(), literal()) : literal());
    Term condition = literal();
    std::optional<bool> answer = paths_.decided(path, condition);
    decided += answer.has_value();
    for (logic::Bits value = 0; answer && value < 16; ++value) {
      if (evaluate(path->guard, {{x_, value}}) == 0) continue;
      ASSERT_EQ(evaluate(condition, {{x_, value}}) != 0, *answer) << to_string(path->guard) << "\n"
                                                                  << to_string(condition);
    }
  }
  EXPECT_GT(decided, 300);
}

}  // namespace
}  // namespace fencepost::unroll
