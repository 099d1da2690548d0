#include "unroll/work.h"

#include <gtest/gtest.h>

namespace fencepost::unroll {
namespace {

core::Program two_functions() {
  core::Program program;
  for (const char* name : {"find", "insert"}) program.functions.emplace_back().name = name;
  return program;
}

constexpr core::FunctionId kFind{0}, kInsert{1};

TEST(Work, SaysNothingOfNothing) { EXPECT_EQ(Work().text(two_functions()), ""); }

TEST(Work, NamesTheFunctionWithMostStepsAndTheLoopWithMostRounds) {
  Work work;
  work.steps(kFind, 40);
  work.steps(kInsert, 100);
  work.steps(kFind, 80);
  for (int i = 0; i < 3; ++i) work.round(kFind, program::Loc{7}, source_pos("list.c", 12));
  work.round(kInsert, program::Loc{2}, source_pos("list.c", 30));
  EXPECT_EQ(
      work.text(two_functions()),
      "after 220 steps, most of them in find (120); of the loops the one at line 12 of find went round most often "
      "(3 times)");
}

TEST(Work, NeedsNoLoop) {
  Work work;
  work.steps(kInsert, 1);
  EXPECT_EQ(work.text(two_functions()), "after 1 steps, most of them in insert (1)");
}

}  // namespace
TEST(Work, NamesTheFunctionWithMostTerms) {
  Work work;
  work.steps(kFind, 100);
  work.terms(kFind, 10);
  work.steps(kInsert, 2);
  work.terms(kInsert, 5000);
  EXPECT_EQ(work.text(two_functions()),
            "after 102 steps, most of them in find (100), and 5010 terms, most of them from insert (5000)");
}

}  // namespace fencepost::unroll
