// Whoever is told to stop stops, for the reason that a user is then told; and work is counted alike each time.
#include "base/budget.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace fencepost {
namespace {

Resource resource_that_ends(Budget& budget) {
  try {
    for (;;) budget.check();
  } catch (const Exhausted& exhausted) {
    return exhausted.resource();
  }
}

TEST(Budget, HasNoLimitOfItsOwn) {
  Budget budget;
  for (int i = 0; i < 10'000; ++i) budget.check();
  EXPECT_FALSE(budget.exhausted());
  EXPECT_GT(budget.remaining(), 1e9);
}

TEST(Budget, TimeEnds) {
  Budget budget;
  budget.limit_time(0.02);
  EXPECT_EQ(resource_that_ends(budget), Resource::time);
  EXPECT_TRUE(budget.exhausted());
  EXPECT_LE(budget.remaining(), 0);
  EXPECT_THROW(budget.check_now(), Exhausted);
}

TEST(Budget, ZeroSecondsAreNoLimit) {
  Budget budget;
  budget.limit_time(0);
  EXPECT_FALSE(budget.exhausted());
}

TEST(Budget, TicksEndAfterSoMuchWork) {
  Budget budget;
  for (int i = 0; i < 50; ++i) budget.check();
  budget.limit_ticks(100);
  for (int i = 0; i < 100; ++i) budget.check();
  EXPECT_TRUE(budget.exhausted());
  EXPECT_EQ(resource_that_ends(budget), Resource::steps);
  EXPECT_THROW(budget.check_now(), Exhausted);
  budget.limit_ticks(0);
  EXPECT_FALSE(budget.exhausted());
  EXPECT_NO_THROW(budget.check());
}

TEST(Budget, APartEndsAndTheRestGoesOn) {
  Budget budget;
  {
    LimitedTicks part(budget, 100);
    {
      LimitedTicks longer(budget, 200);
      EXPECT_EQ(resource_that_ends(budget), Resource::steps);
    }
    EXPECT_EQ(budget.ticks(), 100u);
    EXPECT_TRUE(budget.exhausted());
  }
  EXPECT_FALSE(budget.exhausted());
}

// Another thread has found the answer and allows the work to go on for so long only.
TEST(Budget, WhatIsSetForTheWholeWithinAPartHoldsAfterIt) {
  for (uint32_t allowed : {50u, 150u}) {
    Budget budget;
    {
      LimitedTicks part(budget, 100);
      budget.end_at_tick(allowed);
      EXPECT_EQ(resource_that_ends(budget), Resource::steps);
      EXPECT_EQ(budget.ticks(), std::min(allowed, 100u));
    }
    EXPECT_EQ(budget.exhausted(), allowed == 50);
    EXPECT_EQ(resource_that_ends(budget), Resource::steps);
    EXPECT_EQ(budget.ticks(), allowed);
  }
}

TEST(Budget, MemoryEnds) {
  Budget budget;
  budget.limit_memory(1);
  EXPECT_TRUE(budget.over_memory());
  EXPECT_EQ(resource_that_ends(budget), Resource::memory);
}

TEST(Budget, CancellationStaysWhatEverIsResumed) {
  Budget budget;
  std::thread([&] { budget.cancel(); }).join();
  EXPECT_EQ(resource_that_ends(budget), Resource::interrupt);
  budget.resume();
  EXPECT_THROW(budget.check(), Exhausted);
}

TEST(Budget, PreemptionEndsWhenItIsResumed) {
  Budget budget;
  budget.preempt();
  EXPECT_TRUE(budget.exhausted());
  EXPECT_FALSE(budget.cancelled());
  EXPECT_EQ(resource_that_ends(budget), Resource::interrupt);
  budget.resume();
  EXPECT_NO_THROW(budget.check_now());
}

TEST(Budget, TicksAreCallsAndNoTime) {
  Budget budget;
  for (int i = 0; i < 1000; ++i) budget.check();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(budget.ticks(), 1000u);
}

}  // namespace
}  // namespace fencepost
