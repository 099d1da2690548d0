// Random programs with threads, loops, arrays, pointers and locks: whatever assertion fails in a run of the interpreter of Core must
// fail in some run of the flat program. The other direction is not asked: few schedules are drawn.
#include <gtest/gtest.h>

#include "../clang/c_program.h"
#include "flat/flatten.h"
#include "flat/interpreter.h"
#include "program/lower.h"
#include "random_text.h"

namespace fencepost::flat {
namespace {

using testing::RandomText;

TEST(FlattenRandom, WhatFailsInCoreFailsInTheFlatProgram) {
  unsigned failing = 0, compared = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    std::string text = RandomText(seed)();
    frontend::SourceOptions options;
    options.checks = {};
    options.checks.set(core::Undef::assertion);
    options.orders_as_threads_see = false;
    CProgram source(text, options);
    core::Program program = source.elaborate().program;
    program::Cfa cfa = program::lower(program);
    logic::Terms terms;
    Budget budget;
    auto made = flatten(cfa, nullptr, terms, budget);
    ASSERT_TRUE(std::holds_alternative<FlatProgram>(made)) << std::get<NotFlat>(made).reason << "\n" << text;
    bool fails = false;
    for (const std::string& outcome : source.runs(40)) fails = fails || outcome.starts_with("assertion");
    if (!fails) continue;
    ++failing;
    ExploreOptions limits;
    limits.most_states = 60000;
    Explored explored = explore(std::get<FlatProgram>(made), limits);
    if (explored.failures.empty() && !explored.complete) continue;
    ++compared;
    EXPECT_FALSE(explored.failures.empty()) << "seed " << seed << "\n" << text;
  }
  EXPECT_GT(failing, 10u);
  EXPECT_GT(compared, failing / 2);
}

}  // namespace
}  // namespace fencepost::flat
