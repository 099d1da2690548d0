// What is known under locks. Each test that expects a thread not to know would make a wrong SAFE if it did: its second read
// would take a value that another thread has overwritten.
#include "unroll/guarded.h"

#include "parts_fixture.h"

namespace fencepost::unroll {
namespace {

using core::testing::kInt;
using core::testing::num;

class GuardedTest : public testing::PartsTest {
 protected:
  static constexpr uint32_t kX = 0, kY = 1, kLock = 2;

  GuardedTest() { options.model.locks_guard = options.model.sections_guard = options.model.locks_are_followed = true; }

  // Thread `by` writes x, holding the lock or not; both read it.
  void writes(uint32_t by, bool locked) {
    std::vector<Held> held;
    if (locked) held.push_back({object(kLock), 0, 1});
    sharing().written(object(kX), 0, 32, true, by, 0, held);
    for (uint32_t thread : {1, 2}) sharing().read(object(kX), 0, 32, thread);
    sharing().is_lock(the_lock(), 32);
  }
  State locked(uint32_t thread) {
    State made = state(thread);
    acquire(made);
    return made;
  }
  std::optional<Held> call(core::FunctionId function, State& state, const Value& which) {
    return parts().guarded.call(step(state), m.program.function(function), {which}, state);
  }
  void acquire(State& state) {
    std::optional<Held> held = call(locks, state, pointer(kLock));
    ASSERT_TRUE(held);
    state.held.push_back(*held);
  }
  void release(State& state) { EXPECT_FALSE(call(unlocks, state, pointer(kLock))); }
  // An access to x.
  Event touch(State& state) {
    Event event;
    event.when = terms.boolean(true);
    parts().guarded.learn(state, object(kX), cell(kX), event);
    return event;
  }
  bool knows(const State& state) { return parts().guarded.knows(state, object(kX), cell(kX)); }
};

TEST_F(GuardedTest, AfterOneAccessUnderItsLockAThreadKnowsACell) {
  writes(1, true);
  writes(2, true);
  start();
  State one = locked(1);
  EXPECT_FALSE(knows(one));
  EXPECT_NE(touch(one).guard_lock, 0u);
  EXPECT_TRUE(knows(one));
}

TEST_F(GuardedTest, NotIfSomebodyWritesTheCellOutsideItsLock) {
  writes(1, true);
  writes(2, true);
  writes(2, false);
  start();
  State one = locked(1);
  EXPECT_EQ(touch(one).guard_lock, 0u);
  EXPECT_FALSE(knows(one));
}

TEST_F(GuardedTest, NotWithoutTheLock) {
  writes(2, true);
  start();
  State one = state(1);
  touch(one);
  EXPECT_FALSE(knows(one));
}

TEST_F(GuardedTest, NotWhenTheLockWasGivenUpAndTakenAgain) {
  writes(2, true);
  start();
  State one = locked(1);
  touch(one);
  release(one);
  EXPECT_FALSE(knows(one));
  acquire(one);
  EXPECT_FALSE(knows(one));
}

TEST_F(GuardedTest, NotIfTheAccessHappenedOnSomeRunsOnly) {
  writes(2, true);
  start();
  State one = locked(1);
  Event event;
  event.when = terms.fresh("c", logic::bool_sort());
  parts().guarded.learn(one, object(kX), cell(kX), event);
  EXPECT_FALSE(knows(one));
}

TEST_F(GuardedTest, NotUnderAModelInWhichLocksDoNotGuard) {
  options.model.locks_guard = false;
  writes(2, true);
  start();
  State one = locked(1);
  touch(one);
  EXPECT_FALSE(knows(one));
}

TEST_F(GuardedTest, AMisusedLockGuardsNothing) {
  for (const char* how : {"released by who does not hold it", "taken twice", "written by other means"}) {
    SCOPED_TRACE(how);
    writes(2, true);
    start();
    State one = locked(1);
    touch(one);
    ASSERT_TRUE(knows(one));
    State two = state(2);
    if (how[0] == 'r') call(unlocks, two, pointer(kLock));
    if (how[0] == 't') {
      acquire(two);
      call(locks, two, pointer(kLock));
    }
    if (how[0] == 'w') parts().guarded.note_write(step(two), two, object(kLock), 0, 32);
    EXPECT_FALSE(knows(one));
    sharing() = Sharing(true, false);
  }
}

TEST_F(GuardedTest, OfALockThatIsNotKnownNoneIsHeld) {
  writes(2, true);
  start();
  State one = locked(1);
  Term c = terms.fresh("c", logic::bool_sort());
  call(unlocks, one, parts().cells.choose(c, pointer(kLock), pointer(kY)));
  EXPECT_TRUE(one.held.empty());
  EXPECT_TRUE(sharing().is_misused(the_lock()));
}

TEST_F(GuardedTest, PathsThatMeetKnowWhatBothKnowSinceOneAcquisition) {
  writes(2, true);
  start();
  State one = locked(1);
  State same = one, again = one, none = one;
  touch(one);
  State both = one;
  parts().guarded.merge(both, one);
  EXPECT_TRUE(knows(both));
  parts().guarded.merge(same, one);
  EXPECT_FALSE(knows(same)) << "one path has not read it";
  release(again);
  acquire(again);
  touch(again);
  parts().guarded.merge(again, one);
  EXPECT_EQ(again.held.size(), 1u);
  EXPECT_FALSE(knows(again)) << "two acquisitions";
  release(none);
  parts().guarded.merge(none, one);
  EXPECT_TRUE(none.held.empty());
  EXPECT_FALSE(knows(none));
}

TEST_F(GuardedTest, ASectionGuardsUntilTheNext) {
  writes(2, false);
  start();
  State one = state(1);
  one.section = 1;
  parts().guarded.enter_section(one);
  EXPECT_EQ(touch(one).guard_lock, Sharing::kSection);
  EXPECT_TRUE(knows(one));
  State outside = one;
  outside.section = 0;
  EXPECT_FALSE(knows(outside));
  parts().guarded.enter_section(one);
  EXPECT_FALSE(knows(one));
}

TEST_F(GuardedTest, WhatNobodyElseWritesIsKnownAnyway) {
  writes(1, false);
  start();
  State one = state(1);
  EXPECT_TRUE(knows(one));
  EXPECT_FALSE(knows(state(2))) << "the other thread writes it";
}

TEST_F(GuardedTest, WhatAThreadWritesBeforeItReleasesTheLastTimeIsHiddenFromWhoTakesTheLock) {
  writes(1, true);
  start();
  State one = locked(1);
  GuardedReads& guarded = parts().guarded;
  for (Bits value : {5, 6}) {
    store(one, kX, number(value));
    Pieces pieces = parts().contents.view(one, object(kX), cell(kX));
    Value written = parts().contents.value(step(one), one, object(kX), pieces, cell(kX), terms.boolean(true));
    parts().contents.note(step(one), object(kX), cell(kX), written, pieces, guarded.hide(one, object(kX), cell(kX)),
                          terms.boolean(true));
  }
  release(one);
  start();
  auto values = [&](const State& state) { return parts().guarded.seen(state, cell(kX)).values; };
  EXPECT_EQ(values(locked(2)), (std::set<Bits>{6}));
  EXPECT_EQ(values(state(2)), (std::set<Bits>{5, 6})) << "without the lock";
  EXPECT_EQ(values(locked(1)), (std::set<Bits>{5, 6})) << "its own";
}

TEST_F(GuardedTest, OnlyTheLockOfAWaitIsOfAWait) {
  sharing().is_lock(the_lock(), 32);
  start();
  State one = state(1);
  Frame waiting = frame_of(waits), unlocking = frame_of(unlocks);
  unlocking.caller = &waiting;
  Step inside{1, one.path, &unlocking, nullptr};
  EXPECT_TRUE(parts().guarded.is_of_wait(inside, the_lock()));
  unlocking.caller = &frame;
  EXPECT_FALSE(parts().guarded.is_of_wait(inside, the_lock())) << "an ordinary unlock";
  unlocking.caller = &waiting;
  sharing().looked_at(object(kLock));
  EXPECT_FALSE(parts().guarded.is_of_wait(inside, the_lock())) << "somebody asks whether it is free";
}

// A store in an atomic section: the program's own lock.
class OwnLockTest : public GuardedTest {
 protected:
  // What a store of the value to the lock does, after the section has read what is there.
  GuardedReads::Turn store_lock(State& state, const Value& value) {
    GuardedReads& guarded = parts().guarded;
    std::optional<GuardedReads::LockWord> word = guarded.lock_word(step(state), state, pointer(kLock), label);
    if (!word) return GuardedReads::Turn::none;
    store(state, kLock, value);
    return guarded.turn(step(state), state, *word);
  }
  void read_lock(State& state, const Value& found) {
    state.section = 1;
    parts().guarded.enter_section(state);
    store(state, kLock, found);
    Event event;
    event.when = terms.boolean(true);
    parts().guarded.learn(state, object(kLock), cell(kLock), event);
  }
  void share_lock() {
    for (uint32_t thread : {1, 2}) {
      sharing().written(object(kLock), 0, 32, true, thread, 0, {});
      sharing().read(object(kLock), 0, 32, thread);
    }
    start();
  }
  core::Store label{lock, num(1), kInt, {}, core::MemoryOrder::plain, false, false, false};
};

TEST_F(OwnLockTest, WhoFindsItFreeAndWritesSomethingElseHoldsIt) {
  share_lock();
  State one = state(1);
  read_lock(one, number(0));
  EXPECT_EQ(store_lock(one, number(1)), GuardedReads::Turn::acquire);
  EXPECT_EQ(one.held.size(), 1u);
  EXPECT_EQ(store_lock(one, number(0)), GuardedReads::Turn::release);
}

TEST_F(OwnLockTest, NotIfItMayHaveBeenTaken) {
  share_lock();
  State one = state(1);
  read_lock(one, {terms.fresh("found", logic::bv_sort(32)), {}, {}});
  EXPECT_EQ(store_lock(one, number(1)), GuardedReads::Turn::none);
  EXPECT_TRUE(one.held.empty());
}

TEST_F(OwnLockTest, NotIfTheSectionHasNotReadIt) {
  share_lock();
  State one = state(1);
  one.section = 1;
  parts().guarded.enter_section(one);
  EXPECT_EQ(store_lock(one, number(1)), GuardedReads::Turn::none);
}

TEST_F(OwnLockTest, NotOutsideASection) {
  share_lock();
  State one = state(1);
  EXPECT_EQ(store_lock(one, number(1)), GuardedReads::Turn::none);
}

TEST_F(OwnLockTest, NobodyReleasesWhatHeDoesNotHold) {
  share_lock();
  State one = state(1);
  read_lock(one, number(1));
  EXPECT_EQ(store_lock(one, number(0)), GuardedReads::Turn::none);
}

}  // namespace
}  // namespace fencepost::unroll
