// Where loops are cut: whatever goes on must leave an unwinding obligation, or SAFE would be claimed of runs nobody followed.
#include "unroll/loop_bounds.h"

#include "parts_fixture.h"

namespace fencepost::unroll {
namespace {

class LoopBoundsTest : public testing::PartsTest {
 protected:
  Iterations done;
  LoopId loop{m.main, 0};
  State at = state(0);
  uint64_t steps = 0;

  // An iteration ends: with another path condition than it began with, after some path left the loop, both or neither.
  bool goes_on(bool changed, bool left) {
    Path before = at.path;
    if (changed) at.path = parts().paths.extend(at.path, terms.fresh("c", logic::bool_sort()));
    return parts().loop_bounds.allows(done, {loop, core::testing::line(5), before, left, steps}, step(at), at);
  }
  unsigned most(bool changed, bool left, unsigned limit = 1000) {
    unsigned count = 0;
    while (count < limit && goes_on(changed, left)) ++count;
    return count;
  }
  const Site& cut() {
    EXPECT_EQ(parts().result.obligations.size(), 1u);
    EXPECT_EQ(parts().result.obligations.at(0).kind, Obligation::Kind::unwinding);
    EXPECT_EQ(parts().result.obligations[0].failure, at.path->guard) << "on every run that gets there";
    return parts().result.sites.at(0);
  }
};

TEST_F(LoopBoundsTest, SymbolicIterationsCountAgainstTheBound) {
  options.bounds.unwind = 3;
  EXPECT_EQ(most(true, true), 3u);
  EXPECT_TRUE(cut().deepens);
  EXPECT_FALSE(cut().certain);
}

TEST_F(LoopBoundsTest, IterationsThatMustHappenAreFree) {
  EXPECT_EQ(most(false, false), 1000u);
  EXPECT_TRUE(parts().result.obligations.empty());
}

TEST_F(LoopBoundsTest, IterationsThatPruneHaveALargerBound) {
  options.bounds.unwind = 2;
  options.bounds.pruning_factor = 10;
  EXPECT_EQ(most(true, false), 20u);
  EXPECT_TRUE(cut().deepens);
}

TEST_F(LoopBoundsTest, ALoopMayHaveItsOwnBound) {
  options.bounds.of_loops[loop] = 4;
  EXPECT_EQ(most(true, true), 4u);
  EXPECT_EQ(cut().covered, 4u);
}

TEST_F(LoopBoundsTest, TheBoundOfTheUserIsNeverDeepened) {
  options.bounds.by_user["main.5"] = 2;
  EXPECT_EQ(most(true, true), 2u);
  EXPECT_FALSE(cut().deepens);
}

TEST_F(LoopBoundsTest, VisibleIterationsHaveABoundWhereBoundsAreDeepened) {
  options.bounds.visible_factor = 4;
  for (unsigned i = 0; i < 4; ++i) {
    ++done.visible;
    EXPECT_TRUE(goes_on(false, false));
  }
  ++done.visible;
  EXPECT_FALSE(goes_on(false, false));
  EXPECT_TRUE(cut().certain);
}

TEST_F(LoopBoundsTest, AfterManyStepsEveryIterationCounts) {
  options.bounds.unwind = 2;
  steps = options.bounds.loop_steps + 1;
  EXPECT_EQ(most(false, false), 2u);
  EXPECT_TRUE(cut().by_steps);
  EXPECT_FALSE(cut().deepens);
}

}  // namespace
}  // namespace fencepost::unroll
