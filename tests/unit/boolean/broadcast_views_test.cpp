// What view abstraction says of any number of threads, against explorations with a few.
#include "boolean/broadcast_views.h"

#include <gtest/gtest.h>

#include "broadcast_oracle.h"

namespace fencepost::boolean {
namespace {

struct Tally {
  unsigned safe = 0, spurious = 0, failing = 0;
};

void compare(uint64_t seed, const testing::RandomShape& shape, uint32_t size, Tally& tally) {
  BroadcastProgram program = testing::random_broadcast(seed, shape);
  Budget budget;
  BroadcastViews found = views(program, {.size = size, .stops_at_failure = false}, budget);
  std::set<std::pair<uint32_t, uint32_t>> said, real;
  for (const FailingView& one : found.failures) said.insert({one.of, one.edge});
  for (uint32_t most = 1; most <= 4; ++most) {
    Budget some;
    some.limit_ticks(20'000);
    try {
      for (const BroadcastFailure& failure :
           explore(program, {.most_instances = most, .stops_at_failure = false}, some).failures)
        if (failure.is_run) real.insert({failure.steps.back().of, failure.steps.back().edge});
    } catch (const Exhausted&) {
      break;
    }
  }
  ASSERT_TRUE(std::ranges::includes(said, real)) << "seed " << seed << ", views of " << size << '\n'
                                                 << to_string(program);
  ++(said.empty() ? tally.safe : said == real ? tally.failing : tally.spurious);
}

TEST(BroadcastViews, NothingThatFailsIsMissed) {
  for (uint32_t size : {1u, 2u, 3u}) {
    Tally tally;
    for (uint64_t seed = 0; seed < (size == 3 ? 40 : 150); ++seed) {
      compare(seed, {.is_consistent = seed % 2 == 0, .broadcasts = seed % 3 == 0, .has_never_at = seed % 5 == 0}, size,
              tally);
      if (HasFatalFailure()) return;
    }
    RecordProperty(fmt::format("views_of_{}", size),
                   fmt::format("{} safe, {} failing, {} perhaps not", tally.safe, tally.failing, tally.spurious));
    EXPECT_GT(tally.safe, 10u);
    EXPECT_GT(tally.failing, 10u);
  }
}

}  // namespace
}  // namespace fencepost::boolean
