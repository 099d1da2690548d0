// The rules by which loops are unrolled further, and when that ends.
#include "engine/deepening.h"

#include <gtest/gtest.h>

namespace fencepost::engine {
namespace {

using unroll::LoopId;
using unroll::Site;
using Goal = Deepening::Goal;

LoopId loop(uint32_t head) { return {core::FunctionId{0}, head}; }

Site open_at(uint32_t head, unsigned covered) {
  Site site;
  site.loop = loop(head);
  site.deepens = true;
  site.covered = covered;
  return site;
}

// A bound with threads, of which nothing else is known.
struct Look {
  explicit Look(std::vector<Site> sites, bool threads = true) : open(std::move(sites)), has_threads(threads) {}
  Deepening::Finished finished() {
    return {open, has_threads, [this] { return cut; }, [this] { return looks; }};
  }
  bool deepen(Deepening& deepening) {
    deepening.finish(finished());
    return deepening.deepen(finished());
  }
  std::vector<Site> open;
  bool has_threads;
  bool cut = false;   // every run meets a bound
  bool looks = true;  // some run comes to each check
};

TEST(Deepening, ABoundCountsHowOftenAThreadComesToTheHead) {
  result::EngineOptions options;
  options.unwind = 3;
  options.loop_bounds = {{"main.7", 5}};
  for (Goal goal : {Goal::verdict, Goal::all_executions}) {
    Deepening deepening(options, goal, true);
    EXPECT_FALSE(deepening.is_automatic());
    EXPECT_EQ(deepening.bounds().unwind, 2u) << "jumps back";
    EXPECT_EQ(deepening.bounds().by_user.at("main.7"), 4u);
  }
}

TEST(Deepening, TheUsersBoundIsTheLast) {
  result::EngineOptions options;
  options.unwind = 3;
  Deepening deepening(options, Goal::verdict, true);
  Look look({open_at(1, 2)});
  EXPECT_FALSE(look.deepen(deepening));
  EXPECT_EQ(deepening.bound(), 3u);
  EXPECT_TRUE(deepening.is_worth_telling());
}

TEST(Deepening, LoopsThatGoOnAreDoubledAndNoOthers) {
  Deepening deepening({}, Goal::verdict, false);
  Look first({open_at(1, 1)}, false);
  ASSERT_TRUE(first.deepen(deepening));
  EXPECT_EQ(deepening.bounds().of_loops, (std::map<LoopId, unsigned>{{loop(1), 2}}));
  Look second({open_at(1, 2), open_at(2, 1)}, false);
  ASSERT_TRUE(second.deepen(deepening));
  EXPECT_EQ(deepening.bounds().of_loops, (std::map<LoopId, unsigned>{{loop(1), 4}, {loop(2), 2}}));
  EXPECT_EQ(deepening.bound(), 2u) << "the least of those that were covered";
}

TEST(Deepening, ALimitOfAnotherKindIsNotDeepened) {
  Deepening deepening({}, Goal::verdict, false);
  Site limit = open_at(1, 1);
  limit.deepens = false;
  Look look({limit}, false);
  EXPECT_FALSE(look.deepen(deepening));
}

TEST(Deepening, WithThreadsACoveredBoundOfFiveIsTheLast) {
  Deepening deepening({}, Goal::verdict, true);
  for (unsigned covered : {1u, 2u}) EXPECT_TRUE(Look({open_at(1, covered)}).deepen(deepening));
  EXPECT_FALSE(Look({open_at(1, 4)}).deepen(deepening));
  EXPECT_EQ(deepening.bound(), 5u);
}

TEST(Deepening, ABoundThatCutsAllRunsIsNoReasonToStop) {
  Deepening deepening({}, Goal::verdict, true);
  for (unsigned covered : {1u, 2u, 4u, 8u}) {
    Look look({open_at(1, covered)});
    look.cut = true;
    look.looks = false;
    EXPECT_TRUE(look.deepen(deepening)) << covered;
    EXPECT_FALSE(deepening.has_covered());
    EXPECT_EQ(deepening.effort(true), std::nullopt) << "it must be done, whatever it takes";
    EXPECT_FALSE(deepening.is_too_large(1'000'000));
  }
}

TEST(Deepening, OnceCoveredOnlyWhatIsEasyIsTried) {
  Deepening deepening({}, Goal::verdict, true);
  ASSERT_TRUE(Look({open_at(1, 1)}).deepen(deepening));
  EXPECT_TRUE(deepening.has_covered());
  EXPECT_TRUE(deepening.effort(true).has_value());
  EXPECT_EQ(deepening.effort(false), std::nullopt);
  EXPECT_TRUE(deepening.is_too_large(1'000'000));
}

TEST(Deepening, CertainIterationsThatWereCutShowNothing) {
  Deepening deepening({}, Goal::verdict, true);
  Site certain = open_at(1, 1);
  certain.certain = true;
  Look look({certain});
  look.looks = true;
  unsigned before = deepening.bounds().visible_factor;
  ASSERT_TRUE(look.deepen(deepening));
  EXPECT_FALSE(deepening.is_worth_telling()) << "no run ends by then";
  EXPECT_GT(deepening.bounds().visible_factor, before);
  EXPECT_TRUE(deepening.bounds().of_loops.empty()) << "nothing symbolic was cut";
}

TEST(Deepening, AProgramThatStartsThreadsBeyondTheBoundHasNotBeenLookedAt) {
  Deepening deepening({}, Goal::verdict, true);
  Site certain = open_at(1, 1), symbolic = open_at(2, 1);
  certain.certain = true;
  Look look({certain, symbolic});
  ASSERT_TRUE(look.deepen(deepening));
  EXPECT_TRUE(deepening.has_covered()) << "all checks are looked at";
  Deepening other({}, Goal::verdict, true);
  look.open[0].starts_threads = true;
  ASSERT_TRUE(look.deepen(other));
  EXPECT_FALSE(other.has_covered());
}

TEST(Deepening, SlicesOfLongLoopsGrowUntilAllIsUnrolled) {
  Deepening deepening({}, Goal::verdict, false);
  uint64_t first = deepening.bounds().loop_steps, last = unroll::Bounds{}.loop_steps;
  ASSERT_LT(first, last);
  Site steps = open_at(1, 1);
  steps.deepens = false;
  steps.by_steps = true;
  unsigned looks = 0;
  while (deepening.bounds().loop_steps < last) {
    uint64_t before = deepening.bounds().loop_steps;
    ASSERT_TRUE(Look({steps}, false).deepen(deepening));
    ASSERT_GT(deepening.bounds().loop_steps, before);
    ASSERT_LT(++looks, 10u);
  }
  EXPECT_FALSE(Look({steps}, false).deepen(deepening)) << "then it is a limit like others";
}

TEST(Deepening, ExploringUnrollsCertainIterationsInFullFromTheStart) {
  Deepening deepening({}, Goal::all_executions, true);
  EXPECT_EQ(deepening.bounds().visible_factor, 0u);
  EXPECT_EQ(deepening.bounds().loop_steps, unroll::Bounds{}.loop_steps);
  EXPECT_TRUE(deepening.double_loops({open_at(3, 1)}));
  EXPECT_EQ(deepening.bounds().of_loops.at(loop(3)), 2u);
  EXPECT_FALSE(deepening.double_loops({}));
}

TEST(Deepening, MoreViolationsAreLookedForWhileThatPays) {
  Deepening deepening({}, Goal::verdict, false);
  deepening.finish(Look({open_at(1, 8)}, false).finished());
  EXPECT_TRUE(deepening.pays(false));
  deepening.finish(Look({open_at(1, 64)}, false).finished());
  EXPECT_FALSE(deepening.pays(false));
  EXPECT_TRUE(deepening.pays(true));
}

}  // namespace
}  // namespace fencepost::engine
