#include "check/in_sequence.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fencepost::check {
namespace {

using result::RunGraph;
using result::RunStep;

const result::Cell kX{{true, 0, 0}, 0, 32}, kY{{true, 0, 1}, 0, 32};

RunStep step(RunStep::Kind kind, uint32_t thread, const result::Cell& cell, uint32_t source = RunStep::kInitial) {
  RunStep made;
  made.kind = kind;
  made.thread = thread;
  made.cell = cell;
  made.source = source;
  return made;
}

// The initial writes to x and y, then an event for each step but flushes.
RunGraph graph_of(const std::vector<RunStep>& steps) {
  std::vector<memory::Event> events{{memory::kInitThread, 0, 0, {}}, {memory::kInitThread, 1, 1, {}}};
  std::vector<uint32_t> numbers{RunGraph::kNoStep, RunGraph::kNoStep};
  for (uint32_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind == RunStep::Kind::flush) continue;
    events.push_back({static_cast<int>(steps[i].thread), i + 2, steps[i].cell == kX ? 0u : 1u, {}});
    numbers.push_back(i);
  }
  RunGraph made{memory::ExecutionGraph(events), {}, {}};
  made.steps = numbers;
  memory::Relation &rf = made.graph.relation("rf"), &co = made.graph.relation("co");
  auto event_of = [&](uint32_t number, uint32_t location) {
    return number == RunStep::kInitial
               ? location
               : static_cast<uint32_t>(std::find(numbers.begin(), numbers.end(), number) - numbers.begin());
  };
  for (uint32_t i = 2; i < events.size(); ++i) {
    const RunStep& one = steps[numbers[i]];
    if (one.kind == RunStep::Kind::read)
      rf.set(event_of(one.source, events[i].location), i);
    else
      for (uint32_t before = 0; before < i; ++before)
        if (events[before].location == events[i].location &&
            (before < 2 || steps[numbers[before]].kind != RunStep::Kind::read))
          co.set(before, i);
  }
  return made;
}

TEST(InSequence, BuffersAreNotNeeded) {
  result::ConcurrentRun run;
  run.steps = {step(RunStep::Kind::write, 1, kX), step(RunStep::Kind::read, 2, kX), step(RunStep::Kind::flush, 1, kX),
               step(RunStep::Kind::read, 2, kX, 0)};
  std::optional<result::ConcurrentRun> found = in_sequence(run, graph_of(run.steps));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->steps.size(), 3u);
  EXPECT_EQ(found->steps[0].thread, 2u);  // it read the initial value, so the write comes later
  EXPECT_EQ(found->steps[1].kind, RunStep::Kind::write);
  EXPECT_EQ(found->steps[2].source, 1u);
}

TEST(InSequence, StoreBufferingHasNoOrder) {
  result::ConcurrentRun run;
  run.steps = {step(RunStep::Kind::write, 1, kX), step(RunStep::Kind::write, 2, kY), step(RunStep::Kind::read, 1, kY),
               step(RunStep::Kind::read, 2, kX),  step(RunStep::Kind::flush, 1, kX), step(RunStep::Kind::flush, 2, kY)};
  EXPECT_FALSE(in_sequence(run, graph_of(run.steps)));
}

TEST(InSequence, WithoutAGraphTheOrderStays) {
  result::ConcurrentRun run;
  run.steps = {step(RunStep::Kind::write, 1, kX), step(RunStep::Kind::flush, 1, kX),
               step(RunStep::Kind::read, 2, kX, 0), step(RunStep::Kind::write, 1, kY)};
  std::optional<result::ConcurrentRun> found = in_sequence(run, std::nullopt);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->steps.size(), 3u);
  EXPECT_EQ(found->steps[1].thread, 2u);
  EXPECT_EQ(found->steps[1].source, 0u);
}

}  // namespace
}  // namespace fencepost::check
