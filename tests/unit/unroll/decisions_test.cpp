// What is decided on a path, and pointers that follow it.
#include "unroll/decisions.h"

#include "parts_fixture.h"

namespace fencepost::unroll {
namespace {

class DecisionsTest : public testing::PartsTest {
 protected:
  Term a = terms.fresh("a", logic::bool_sort()), b = terms.fresh("b", logic::bool_sort());
  Decisions& decisions() { return parts().decisions; }
  Value either(Term condition, uint32_t yes, uint32_t no) {
    Value made = pointer(yes);
    made.term = terms.ite(condition, made.term, pointer(no).term);
    return made;
  }
};

TEST_F(DecisionsTest, ByBranchesAndRanges) {
  State state = this->state(0);
  EXPECT_EQ(decisions().decided(state.path, a), std::nullopt);
  state.path = parts().paths.extend(state.path, a);
  EXPECT_EQ(decisions().decided(state.path, a), true);
  EXPECT_EQ(decisions().decided(state.path, terms.not_(a)), false);
  EXPECT_EQ(decisions().decided(state.path, b), std::nullopt);
  Term byte = terms.zext(terms.fresh("byte", logic::bv_sort(8)), 32);
  EXPECT_EQ(decisions().decided(state.path, terms.binary(logic::Op::bv_ult, byte, terms.bv(256, 32))), true);
}

TEST_F(DecisionsTest, RestrictingGoesOnWhereTheConditionMayHold) {
  State state = this->state(0);
  Path before = state.path;
  EXPECT_TRUE(decisions().restrict(state, terms.boolean(true)));
  EXPECT_EQ(state.path, before);
  EXPECT_TRUE(decisions().restrict(state, a));
  EXPECT_EQ(state.path->guard, a);
  Path with_a = state.path;
  EXPECT_TRUE(decisions().restrict(state, a));
  EXPECT_EQ(state.path, with_a) << "nothing new";
  EXPECT_FALSE(decisions().restrict(state, terms.not_(a)));
}

TEST_F(DecisionsTest, APointerFollowsTheBranchThatWasTaken) {
  State state = this->state(0);
  Value one = either(a, 0, 1);
  EXPECT_EQ(decisions().narrowed(state.path, one), one) << "not decided";
  Path yes = parts().paths.extend(state.path, a), no = parts().paths.extend(state.path, terms.not_(a));
  EXPECT_EQ(decisions().narrowed(yes, one).term, pointer(0).term);
  EXPECT_EQ(decisions().narrowed(no, one).term, pointer(1).term);
}

TEST_F(DecisionsTest, InsideAChoiceThatIsOpen) {
  State state = this->state(0);
  Value one = pointer(0);
  one.term = terms.ite(b, either(a, 0, 1).term, pointer(2).term);
  Path yes = parts().paths.extend(state.path, a);
  EXPECT_EQ(decisions().narrowed(yes, one).term, terms.ite(b, pointer(0).term, pointer(2).term));
}

TEST_F(DecisionsTest, SoDoesItsOffset) {
  State state = this->state(0);
  Term yes = terms.fresh("yes", logic::bv_sort(64)), no = terms.fresh("no", logic::bv_sort(64));
  Value one = pointer(0);
  one.offset = terms.binary(logic::Op::bv_add, terms.ite(a, yes, no), terms.bv(4, 64));
  Path other = parts().paths.extend(state.path, terms.not_(a));
  EXPECT_EQ(decisions().narrowed(other, one).offset, terms.binary(logic::Op::bv_add, no, terms.bv(4, 64)));
}

}  // namespace
}  // namespace fencepost::unroll
