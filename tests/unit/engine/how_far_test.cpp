// What people who wait are told of the bounded engine.
#include "engine/bounded/how_far.h"

#include <gtest/gtest.h>

#include <vector>

namespace fencepost::engine::bounded {
namespace {

TEST(HowFar, TellsWhatIsAskedHowManyRunsWereJudgedAndHowManyChecksAreSettled) {
  std::vector<std::string> told;
  HowFar how_far([&](const std::string& line) { told.push_back(line); });
  how_far.look("look 2");
  EXPECT_EQ(told.back(), "look 2: unrolling");
  how_far.knows(14, 90);
  how_far.asks("can a check fail past bound 1");
  EXPECT_EQ(told.back(), "look 2: 0 of 14 checks settled, can a check fail past bound 1, 90 events");
  how_far.judged(1);
  EXPECT_EQ(told.back(), "look 2: 0 of 14 checks settled, 1 run judged, can a check fail past bound 1, 90 events");
  how_far.judged(7);
  how_far.settled();
  how_far.asks("is there a data race");
  EXPECT_EQ(told.back(), "look 2: 14 of 14 checks settled, is there a data race, 90 events");
}

TEST(HowFar, TellsNobodyWhereNobodyWaits) {
  HowFar how_far(nullptr);
  how_far.look("look 1");
  how_far.judged(3);
}

}  // namespace
}  // namespace fencepost::engine::bounded
