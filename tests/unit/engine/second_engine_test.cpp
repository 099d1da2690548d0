// Two engines at once: the one that needs fewer ticks decides, whoever is faster.
#include "engine/second_engine.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace fencepost::engine {
namespace {

using result::Claims;
using result::Verdict;

// Works for so many ticks, slowly or not, and then says this.
struct Plan {
  uint32_t ticks = 0;
  Verdict verdict = Verdict::unknown;
  bool is_slow = false;
};

Claims follow(const Plan& plan, const char* name, Budget& budget) {
  Claims claims;
  claims.decided_by = name;
  try {
    for (uint32_t i = 0; i < plan.ticks; ++i) {
      budget.check();
      if (plan.is_slow && i % 1000 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    claims.verdict = plan.verdict;
  } catch (const Exhausted&) {
    claims.reason = "stopped";
  }
  return claims;
}

struct Outcome {
  std::string decided_by;
  bool is_instead = false;
  uint32_t ticks_of_first = 0;
  bool operator==(const Outcome&) const = default;
};

Outcome race(Plan first, Plan second, SecondEngine::Threads threads = SecondEngine::Threads::two) {
  Budget budget;
  SecondEngine beside([&](Budget& own) { return follow(second, "second", own); }, budget, threads);
  Claims claims = follow(first, "first", budget);
  uint32_t ticks = budget.ticks();
  auto answer = beside.answer(claims);
  EXPECT_EQ(budget.last_tick(), 0u) << "the limit is taken away";
  return {answer ? answer->claims.decided_by : claims.decided_by, answer && answer->is_instead, ticks};
}

// By both speeds, and after one another.
std::string winner(Plan first, Plan second) {
  std::string name = race(first, second, SecondEngine::Threads::one).decided_by;
  for (bool slow : {false, true}) {
    first.is_slow = slow;
    second.is_slow = !slow;
    EXPECT_EQ(race(first, second).decided_by, name) << "first " << first.ticks << ", second " << second.ticks;
  }
  return name;
}

TEST(SecondEngine, FewerTicksDecide) {
  EXPECT_EQ(winner({5'000, Verdict::safe}, {1, Verdict::unsafe}), "first") << "it goes alone for a while";
  EXPECT_EQ(winner({14'999, Verdict::safe}, {1, Verdict::unsafe}), "first");
  EXPECT_EQ(winner({15'100, Verdict::safe}, {1, Verdict::unsafe}), "second");
  EXPECT_EQ(winner({40'000, Verdict::safe}, {49'000, Verdict::safe}), "second");
  EXPECT_EQ(winner({40'000, Verdict::safe}, {51'000, Verdict::safe}), "first");
  EXPECT_EQ(winner({40'000, Verdict::unsafe}, {50'000, Verdict::safe}), "first");
}

TEST(SecondEngine, WhatTheFirstDoesNotDecideTheSecondMay) {
  EXPECT_EQ(winner({100, Verdict::unknown}, {90'000, Verdict::safe}), "second");
  EXPECT_EQ(winner({20'000, Verdict::safe_to_bound}, {90'000, Verdict::safe}), "second");
  EXPECT_EQ(winner({40'000, Verdict::safe}, {10'000, Verdict::unknown}), "first");
}

TEST(SecondEngine, WithoutATimeLimitItsWorkHasAnEnd) {
  Budget budget;
  SecondEngine beside([&](Budget& own) { return follow({~0u, Verdict::safe}, "second", own); }, budget,
                      SecondEngine::Threads::two);
  auto answer = beside.answer(follow({20'000, Verdict::safe_to_bound}, "first", budget));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->claims.reason, "stopped");
  EXPECT_FALSE(answer->is_instead);
}

TEST(SecondEngine, TheFirstIsStoppedWhenTheSecondHasDecided) {
  Outcome outcome = race({~0u, Verdict::safe}, {10'000, Verdict::safe});
  EXPECT_EQ(outcome.decided_by, "second");
  EXPECT_TRUE(outcome.is_instead);
  EXPECT_GE(outcome.ticks_of_first, 20'000u);
}

TEST(SecondEngine, ALimitThatTheFirstHadHoldsAgainAfterwards) {
  Budget budget;
  budget.limit_ticks(1'000'000);
  uint32_t limit = budget.last_tick();
  {
    SecondEngine beside([&](Budget& own) { return follow({10, Verdict::safe}, "second", own); }, budget,
                        SecondEngine::Threads::two);
    beside.answer(follow({30'000, Verdict::unknown}, "first", budget));
  }
  EXPECT_EQ(budget.last_tick(), limit);
}

TEST(SecondEngine, WhoCancelsTheFirstCancelsBoth) {
  Budget budget;
  SecondEngine beside([&](Budget& own) { return follow({~0u, Verdict::safe, true}, "second", own); }, budget,
                      SecondEngine::Threads::two);
  Claims claims = follow({16'000, Verdict::unknown}, "first", budget);
  budget.cancel();
  auto answer = beside.answer(claims);
  EXPECT_TRUE(!answer || answer->claims.reason == "stopped");
}

TEST(SecondEngine, OutOfMemoryIsNoAnswer) {
  Budget budget;
  SecondEngine beside([](Budget&) -> Claims { throw std::bad_alloc(); }, budget, SecondEngine::Threads::two);
  EXPECT_FALSE(beside.answer(follow({30'000, Verdict::unknown}, "first", budget)));
}

TEST(SecondEngine, ItsOwnBugIsToldWhereTheFirstHasNoAnswer) {
  for (auto threads : {SecondEngine::Threads::one, SecondEngine::Threads::two}) {
    auto fails = [](Budget&) -> Claims { throw std::logic_error("a bug"); };
    Budget budget;
    SecondEngine undecided(fails, budget, threads);
    EXPECT_THROW(undecided.answer(follow({30'000, Verdict::unknown}, "first", budget)), std::logic_error);
    Budget other;
    SecondEngine decided(fails, other, threads);
    EXPECT_FALSE(decided.answer(follow({30'000, Verdict::safe}, "first", other)));
  }
}

}  // namespace
}  // namespace fencepost::engine
