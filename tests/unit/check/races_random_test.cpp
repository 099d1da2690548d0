// Random programs with locks, atomic accesses and atomic sections: their reachable states prove that they have no data race exactly if
// the bounded engine, which knows nothing of flat programs, says so.
#include <gtest/gtest.h>

#include "engine/registry.h"
#include "proof_subject.h"
#include "race_text.h"

namespace fencepost::check {
namespace {

TEST(RacesRandom, AProofThatThereAreNoneOrTheBoundedEngineFindsOne) {
  unsigned safe = 0, unsafe = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    std::string text = testing::RaceText(seed)();
    testing::Subject subject(text, testing::only({core::Undef::data_race}));
    testing::ExplicitStates states(subject.program, *subject.terms, 20000);
    if (!states.complete()) continue;
    std::string problem = subject.problem(subject.strongest(states()));
    Budget budget;
    result::EngineOptions options;
    result::Claims claims = engine::decide(engine::registry(), subject.task(), options, {}, budget);
    // It leaves open what atomic sections read before they race, and replay finds out.
    result::Verdict verdict = Checker(subject.task()).confirm(claims, budget).verdict;
    if (verdict == result::Verdict::unknown) continue;
    bool is_safe = verdict == result::Verdict::safe;
    ++(is_safe ? safe : unsafe);
    if (is_safe)
      EXPECT_EQ(problem, "") << "seed " << seed << "\n" << text;
    else
      EXPECT_NE(problem.find("may race"), std::string::npos) << "seed " << seed << ": " << problem << "\n" << text;
  }
  EXPECT_GT(safe, 8u);
  EXPECT_GT(unsafe, 8u);
}

}  // namespace
}  // namespace fencepost::check
