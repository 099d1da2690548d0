// UNKNOWN says what to try next.
#include "report/advice.h"

#include <gtest/gtest.h>

namespace fencepost::report {
namespace {

std::string advice_for(const std::string& reason, const std::string& engine = "auto") {
  result::Result result;
  result.verdict = result::Verdict::unknown;
  result.reason = reason;
  RunInfo info;
  info.engine = engine;
  return advice(result, info);
}

bool says(const std::string& text, const char* word) { return text.find(word) != std::string::npos; }

TEST(Advice, FollowsFromTheReason) {
  EXPECT_TRUE(says(advice_for("the time limit of 5 s was reached"), "--timeout"));
  EXPECT_TRUE(says(advice_for("the memory limit of 100 MB was reached"), "--memory"));
  EXPECT_TRUE(says(advice_for("Z3 ran out of memory"), "--memory"));
  EXPECT_FALSE(
      says(advice_for("no engine decides such programs; cegar does not prove the absence of memory-leak", "cegar"),
           "--memory"));
  EXPECT_TRUE(says(advice_for("not supported: a call of `f`, which has no definition here and no model"), "--stub"));
  EXPECT_TRUE(says(advice_for("not supported: inline assembly `bswap %0`"), "__FENCEPOST__"));
  // A program may have any words for names.
  EXPECT_TRUE(
      says(advice_for("not supported: a call of `interrupted`, which has no definition here and no model"), "--stub"));
  EXPECT_TRUE(says(advice_for("the recursion of interrupted goes on (raise --unwind to go deeper)"), "--unwind"));
  EXPECT_TRUE(says(advice_for("interrupted (reading C did not stop by itself)"), "Run it again"));
  EXPECT_TRUE(says(advice_for("not supported: more than 2 command-line arguments (--args gives them)"), "--args"));
  EXPECT_TRUE(says(advice_for("more than 4 stores may wait in a buffer here"), "--buffer-bound"));
}

TEST(Advice, WhoNamedAnEngineIsToldOfTheOthers) {
  EXPECT_TRUE(says(advice_for("the program is not flat: a pointer to malloc outlives it", "cegar"), "--engine"));
  EXPECT_FALSE(says(advice_for("the program is not flat: a pointer to malloc outlives it"), "--engine"));
}

TEST(Advice, NeverEmptyForUnknownAndAlwaysForOthers) {
  EXPECT_NE(advice_for("something that nobody has thought of"), "");
  EXPECT_NE(advice_for(""), "");
  result::Result safe;
  safe.verdict = result::Verdict::safe;
  EXPECT_EQ(advice(safe, {}), "");
}

}  // namespace
}  // namespace fencepost::report
