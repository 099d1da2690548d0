// Broadcast programs of the seed (002, section 2) and of locks, for given numbers of threads and for any number.
#include <gtest/gtest.h>

#include "boolean/broadcast_explore.h"
#include "boolean/broadcast_views.h"
#include "broadcast_builder.h"

namespace fencepost::boolean {
namespace {

using testing::BroadcastBuilder;

size_t failures(const BroadcastProgram& program, uint32_t instances, bool is_oblivious = false) {
  Budget budget;
  auto found = explore(program, {.most_instances = instances, .is_oblivious = is_oblivious}, budget);
  for (const BroadcastFailure& failure : found.failures) EXPECT_TRUE(failure.is_run);
  return found.failures.size();
}

bool is_safe_for_all(const BroadcastProgram& program, uint32_t size = 1) {
  Budget budget;
  return views(program, {.size = size}, budget).failures.empty();
}

// shared s = 0, local l = 1: assert s != l; s = s + 1. The predicate s != l is the thread's own, b, and has to be updated in all threads.
BroadcastProgram first_example(bool notifies) {
  BroadcastBuilder b;
  uint32_t main = b.thread("main"), t = b.thread("t", true);
  BoolVar other = b.own(t, "s != l");
  b.edge(main, 0, 0, b.spawn(t, {b.all(other, {}, {})}));
  b.edge(main, 0, 1);
  // main spawns before anybody runs in the seed: here who begins knows what s is by then, which is anything.
  b.program.templates[main].edges[0].begins = {b.all(other, notifies ? Formula{} : b.kTrue, {})};
  b.edge(t, 0, 1, b.check({{b.is(other)}}));
  BroadcastEdge& write = b.edge(t, 1, 2);
  write.updates = {{other, {{b.is(other, false)}}, {}}};
  if (notifies) write.updates.push_back(b.all(other, {{b.passive(other, false)}}, {}));
  return b.done();
}

TEST(BroadcastExamples, MixedPredicatesInALocalVariableNeedToNotifyAll) {
  EXPECT_EQ(failures(first_example(false), 2), 0u);  // the seed's unsound abstraction
  EXPECT_EQ(failures(first_example(true), 2), 1u);
  EXPECT_FALSE(is_safe_for_all(first_example(true)));
}

// All threads exist before s is written: b is true of them at first, and with one thread the check never fails.
TEST(BroadcastExamples, TheFirstExampleFailsWithTwoThreads) {
  BroadcastBuilder b;
  uint32_t main = b.thread("main"), t = b.thread("t", true);
  BoolVar go = b.shared("go", Truth::fails), other = b.own(t, "s != l");
  b.edge(main, 0, 0, b.spawn(t, {b.all(other, b.kTrue, {})}));
  b.edge(main, 0, 1, {.updates = {b.set(go, true)}});
  b.edge(t, 0, 1, {.blocked = {{b.is(go, false)}}});
  b.edge(t, 1, 2, b.check({{b.is(other)}}));
  b.edge(t, 2, 3, {.updates = {{other, {{b.is(other, false)}}, {}}, b.all(other, {{b.passive(other, false)}}, {})}});
  const BroadcastProgram& program = b.done();
  EXPECT_EQ(failures(program, 1), 0u);
  for (bool is_oblivious : {false, true}) {
    EXPECT_EQ(failures(program, 2, is_oblivious), 1u);
    Budget budget;
    auto found = explore(program, {.most_instances = 2, .is_oblivious = is_oblivious}, budget);
    ASSERT_EQ(found.failures.size(), 1u);
    // Two spawns, go, two steps each of who writes, and of the other one until its check.
    const BroadcastFailure& failure = found.failures[0];
    ASSERT_EQ(failure.steps.size(), 8u);
    const uint32_t loser = failure.steps[7].instance;
    EXPECT_EQ(failure.states[7].threads[loser].values[other], Truth::fails);
    EXPECT_EQ(failure.states[3].threads[loser].values[other], Truth::holds);
    EXPECT_EQ(failure.states[7].threads[1 - loser].location, 3u);
  }
  BroadcastViews found = [&] {
    Budget budget;
    return views(program, {.size = 1}, budget);
  }();
  ASSERT_EQ(found.failures.size(), 1u);
  EXPECT_EQ(found.failures[0].threads, 2u);
}

// shared s = 0, t = 0, local l = 0: if * { if t { assert s != l } } l = s + 1; t = 1. The predicate s == l is the thread's own: as a shared variable it
// would be lost.
TEST(BroadcastExamples, MixedPredicatesAreNotShared) {
  for (bool is_shared : {true, false}) {
    BroadcastBuilder b;
    uint32_t main = b.thread("main"), t = b.thread("t", true);
    BoolVar flag = b.shared("t", Truth::fails), same{};
    if (is_shared)
      same = b.shared("s == l", Truth::holds);
    else
      same = b.own(t, "s == l");
    b.edge(main, 0, 0, b.spawn(t, is_shared ? std::vector<Update>{} : std::vector<Update>{b.all(same, b.kTrue, {})}));
    b.edge(main, 0, 1);
    b.edge(t, 0, 1);
    b.edge(t, 0, 3);
    b.edge(t, 1, 2, {.blocked = {{b.is(flag, false)}}});
    b.edge(t, 1, 3, {.blocked = {{b.is(flag)}}});
    b.edge(t, 2, 3, b.check({{b.is(same, false)}}));
    b.edge(t, 3, 4, {.updates = {b.set(same, false)}});
    b.edge(t, 4, 5, {.updates = {b.set(flag, true)}});
    const BroadcastProgram& program = b.done();
    EXPECT_EQ(failures(program, 1), 0u);
    EXPECT_EQ(failures(program, 2), is_shared ? 0u : 1u);
    EXPECT_EQ(is_safe_for_all(program), is_shared);
  }
}

// A lock by whose number it holds: `own` is the mixed predicate owner == me, which a thread that takes or frees the lock changes in all others.
BroadcastProgram lock(bool notifies, bool knows_contradiction, bool is_broken = false) {
  BroadcastBuilder b;
  uint32_t main = b.thread("main"), t = b.thread("t", true);
  BoolVar free = b.shared("owner == 0", Truth::holds), own = b.own(t, "owner == me"),
          in = b.shared("inside == 0", Truth::holds);
  b.edge(main, 0, 0, b.spawn(t, {b.all(own, {}, b.kTrue)}));
  b.edge(main, 0, 1);
  BroadcastEdge& take = b.edge(t, 0, 1);
  if (!is_broken) take.blocked = {{b.is(free, false)}};
  take.updates = {b.set(free, false), b.set(own, true)};
  if (notifies) take.updates.push_back(b.all(own, {}, b.kTrue));
  b.edge(t, 1, 2, b.check({{b.is(own), b.is(in)}}));
  b.edge(t, 2, 3, {.updates = {b.set(in, false)}});
  b.edge(t, 3, 4, b.check({{b.is(own)}}));
  b.edge(t, 4, 5, {.updates = {b.set(in, true)}});
  BroadcastEdge& leave = b.edge(t, 5, 0);
  leave.updates = {b.set(free, true), b.set(own, false)};
  if (notifies) leave.updates.push_back(b.all(own, {}, b.kTrue));
  if (knows_contradiction) b.program.never = {{b.is(free), b.is(own)}, {b.is(own), b.passive(own)}};
  return b.done();
}

TEST(BroadcastExamples, ALockIsSafeForEveryNumberOfThreads) {
  for (bool knows_contradiction : {false, true}) {
    BroadcastProgram program = lock(true, knows_contradiction);
    for (uint32_t n : {1u, 2u, 3u, 8u}) EXPECT_EQ(failures(program, n), 0u);
    EXPECT_EQ(failures(program, 3, true), 0u);
    EXPECT_TRUE(is_safe_for_all(program, 2));
    BroadcastProgram broken = lock(true, knows_contradiction, true);
    EXPECT_EQ(failures(broken, 1), 0u);
    EXPECT_EQ(failures(broken, 2), 1u);
    EXPECT_FALSE(is_safe_for_all(broken, 2));
  }
}

// With n threads that are at most at one of six places, of which one is inside: as many states as there are ways to count them.
TEST(BroadcastExamples, StatesGrowPolynomiallyWithThreads) {
  BroadcastProgram program = lock(true, true);
  std::vector<uint64_t> states;
  for (uint32_t n : {4u, 8u, 16u, 32u}) {
    Budget budget;
    states.push_back(explore(program, {.most_instances = n}, budget).states);
    if (states.size() == 1) continue;
    EXPECT_LT(states.back(), 3 * states[states.size() - 2]);
  }
  auto apart = [&](uint32_t n) {
    Budget budget;
    return explore(program, {.most_instances = n, .is_oblivious = true}, budget).states;
  };
  EXPECT_GT(apart(8), 2 * apart(4));
}

// Of no two threads `own` holds: this is known from `never` alone, and so is what follows from it.
TEST(BroadcastExamples, ContradictionsBetweenTwoThreads) {
  BroadcastBuilder b;
  uint32_t main = b.thread("main"), t = b.thread("t", true);
  BoolVar own = b.own(t, "owner == me");
  b.edge(main, 0, 0, b.spawn(t));
  b.edge(main, 0, 1);
  b.edge(t, 0, 1, {.blocked = {{b.is(own, false)}}});
  b.edge(t, 1, 2, b.check({{b.is(own), b.passive(own, false)}}));
  b.program.never = {{b.is(own), b.passive(own)}};
  EXPECT_EQ(failures(b.done(), 1), 1u);  // nobody is there of whom it does not hold
  b.program.templates[t].edges[1].passes = {{b.is(own)}};
  EXPECT_EQ(failures(b.program, 8), 0u);
  EXPECT_TRUE(is_safe_for_all(b.program));
}

}  // namespace
}  // namespace fencepost::boolean
