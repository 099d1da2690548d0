// Random programs with threads: their reachable states are a proof exactly if no run of the flat program fails. The states are those of
// the reduced interleavings and the failures those of all, so that a reduction that loses one is found, too.
#include <gtest/gtest.h>

#include "../flat/random_text.h"
#include "flat/interpreter.h"
#include "proof_subject.h"

namespace fencepost::check {
namespace {

TEST(InvariantsRandom, ReachableStatesAreAProofOrSomethingFails) {
  unsigned safe = 0, unsafe = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    std::string text = flat::testing::RandomText(seed)();
    testing::Subject subject(text);
    flat::ExploreOptions limits;
    limits.most_states = 8000;
    flat::Explored explored = flat::explore(subject.program, limits);
    if (explored.failures.empty() && !explored.complete) continue;
    testing::ExplicitStates states(subject.program, *subject.terms, limits.most_states);
    if (!states.complete()) continue;
    std::string problem = subject.problem(subject.strongest(states()));
    ++(explored.failures.empty() ? safe : unsafe);
    if (explored.failures.empty())
      EXPECT_EQ(problem, "") << "seed " << seed << "\n" << text;
    else
      EXPECT_NE(problem.find("may fail"), std::string::npos) << "seed " << seed << ": " << problem << "\n" << text;
  }
  EXPECT_GT(safe, 8u);
  EXPECT_GT(unsafe, 8u);
}

}  // namespace
}  // namespace fencepost::check
