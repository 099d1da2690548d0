// Which reads the control of a thread rests on, and where it no longer does.
#include "unroll/control.h"

#include <algorithm>

#include "parts_fixture.h"

namespace fencepost::unroll {
namespace {

using namespace core::testing;

class ControlTest : public testing::PartsTest {
 protected:
  // if (c) { if (c) r0 = 1; r0 = 2; } r0 = 3;
  ControlTest() {
    core::ExprPtr c = pred(core::ExprOp::eq, {m.r(1), num(0)});
    m.body({if_(c, {if_(c, {let(core::Reg{0}, num(1))}), let(core::Reg{0}, num(2))}), let(core::Reg{0}, num(3)),
            ret(num(0))});
  }
  // The locations at which the procedure branches, outer and inner.
  std::vector<program::Loc> branches() {
    parts();
    std::vector<program::Loc> all;
    for (uint32_t loc = 0; loc < frame.procedure->locations; ++loc)
      if (std::ranges::count(frame.procedure->edges, program::Loc{loc}, &program::Edge::from) > 1)
        all.push_back(program::Loc{loc});
    return all;
  }
  program::Loc outer() { return branches().at(0); }
  program::Loc inner() { return branches().at(1); }
  program::Loc end_of(program::Loc loc) { return program::PostDominators(*frame.procedure).of(loc); }
  ReadSet read(uint32_t event) { return parts().reads.only(event); }
};

TEST_F(ControlTest, OnAMachineLastsForEver) {
  ControlDependencies control(false, parts().reads);
  State state = this->state(1);
  control.branch(state, frame, outer(), read(4));
  ControlDependencies::leave_scopes(state, frame.depth, end_of(outer()));
  EXPECT_EQ(state.control, read(4));
}

TEST_F(ControlTest, InALanguageEndsWhereTheWaysMeet) {
  ControlDependencies control(true, parts().reads);
  State state = this->state(1);
  ASSERT_NE(outer(), inner());
  ASSERT_NE(end_of(outer()), end_of(inner()));
  control.branch(state, frame, outer(), read(4));
  control.branch(state, frame, inner(), read(5));
  EXPECT_EQ(state.control, parts().reads.join(read(4), read(5)));
  ControlDependencies::leave_scopes(state, frame.depth, inner());
  EXPECT_EQ(state.control, parts().reads.join(read(4), read(5))) << "they do not meet there";
  ControlDependencies::leave_scopes(state, frame.depth, end_of(inner()));
  EXPECT_EQ(state.control, read(4));
  ControlDependencies::leave_scopes(state, frame.depth, end_of(outer()));
  EXPECT_EQ(state.control, 0u);
  EXPECT_TRUE(state.scopes.empty());
}

TEST_F(ControlTest, TheOuterEndIsTheEndOfAllInside) {
  ControlDependencies control(true, parts().reads);
  State state = this->state(1);
  control.branch(state, frame, outer(), read(4));
  control.branch(state, frame, inner(), read(5));
  ControlDependencies::leave_scopes(state, frame.depth, end_of(outer()));
  EXPECT_EQ(state.control, 0u);
}

TEST_F(ControlTest, AFrameDoesNotEndTheBranchesOfItsCaller) {
  ControlDependencies control(true, parts().reads);
  State state = this->state(1);
  control.branch(state, frame, outer(), read(4));
  ControlDependencies::leave_scopes(state, frame.depth + 1, end_of(outer()));
  EXPECT_EQ(state.control, read(4));
  Frame callee = frame;
  ++callee.depth;
  control.branch(state, callee, outer(), read(5));
  ControlDependencies::leave_scopes(state, frame.depth, inner());
  EXPECT_EQ(state.control, read(4)) << "the callee has returned";
}

TEST_F(ControlTest, WithoutReadsABranchOpensNothing) {
  ControlDependencies control(true, parts().reads);
  State state = this->state(1);
  control.branch(state, frame, outer(), 0);
  EXPECT_TRUE(state.scopes.empty());
}

TEST_F(ControlTest, WaysThatMeetInsideKeepWhatBothAreIn) {
  ControlDependencies control(true, parts().reads);
  State mine = state(1);
  control.branch(mine, frame, outer(), read(4));
  State theirs = mine;
  control.branch(mine, frame, inner(), read(5));
  Term mine_if = terms.fresh("mine", logic::bool_sort());
  ReadSet both = mine.control;
  control.merge(mine, theirs, mine_if);
  EXPECT_EQ(mine.scopes.size(), 1u);
  EXPECT_EQ(mine.control, parts().reads.choose(mine_if, both, read(4)));
  ControlDependencies::leave_scopes(mine, frame.depth, end_of(outer()));
  EXPECT_EQ(mine.control, 0u);
}

}  // namespace
}  // namespace fencepost::unroll
