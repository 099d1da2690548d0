// Which writes a read may take, by hand-made events: what may be elsewhere, or under another lock, is not left out.
#include "runs/reads_from.h"

#include <gtest/gtest.h>

#include <optional>

#include "runs/relevance.h"
#include "unroll/sharing.h"

namespace fencepost::runs {
namespace {

using logic::Term;
using unroll::Event;

class ReadsFromTest : public ::testing::Test {
 protected:
  logic::Terms terms;
  Budget budget;
  unroll::Unrolled unrolled;
  Term which = terms.fresh("which", logic::bool_sort());

  ReadsFromTest() {
    unrolled.threads.resize(3);
    unrolled.cells.resize(2);
    unrolled.read_sets.resize(1);
    unrolled.left.resize(1);
  }
  // An access that happens on every run; at one cell, or, without one, at either.
  uint32_t add(Event::Kind kind, uint32_t thread, std::optional<uint32_t> cell) {
    Event event;
    event.kind = kind;
    event.thread = thread;
    event.guard = event.when = terms.boolean(true);
    event.value.term =
        kind == Event::Kind::read ? terms.fresh("read", logic::bv_sort(32)) : terms.bv(unrolled.events.size() + 1, 32);
    if (cell) {
      event.cells = {{*cell, terms.boolean(true)}};
    } else {
      event.cells = {{0, which}, {1, terms.not_(which)}};
    }
    unrolled.events.push_back(event);
    return static_cast<uint32_t>(unrolled.events.size() - 1);
  }
  uint32_t write(uint32_t thread, std::optional<uint32_t> cell) { return add(Event::Kind::write, thread, cell); }
  uint32_t read(uint32_t thread, std::optional<uint32_t> cell) { return add(Event::Kind::read, thread, cell); }
  void guard(uint32_t event, uint32_t lock, uint32_t region) {
    unrolled.events[event].guard_lock = lock;
    unrolled.events[event].region = region;
  }
  bool may_take(uint32_t read, uint32_t write) {
    StaticOrder order(unrolled);
    ReadsFrom reads_from(unrolled, order, terms, true, budget);
    for (const Source& source : reads_from.sources(read))
      if (source.write == write) return true;
    return false;
  }
};

TEST_F(ReadsFromTest, WhatTheThreadHasOverwrittenIsHidden) {
  uint32_t first = write(1, 0), second = write(1, 0), last = read(1, 0);
  EXPECT_FALSE(may_take(last, first));
  EXPECT_TRUE(may_take(last, second));
}

TEST_F(ReadsFromTest, AWriteThatMayBeElsewhereHidesNothing) {
  uint32_t first = write(1, 0);
  write(1, std::nullopt);
  EXPECT_TRUE(may_take(read(1, 0), first));
}

TEST_F(ReadsFromTest, AReadThatMayBeElsewhereFindsWhatIsThere) {
  uint32_t first = write(1, 1);
  write(1, 0);
  EXPECT_TRUE(may_take(read(1, std::nullopt), first));
}

TEST_F(ReadsFromTest, AWriteThatMayHaveBeenElsewhereIsNotHidden) {
  uint32_t first = write(1, std::nullopt);
  write(1, 0);
  EXPECT_TRUE(may_take(read(1, std::nullopt), first));
}

TEST_F(ReadsFromTest, UnderTheSameLockOneSeesWhatWasLeft) {
  uint32_t first = write(1, 0), second = write(1, 0), other = read(2, 0);
  for (uint32_t event : {first, second}) guard(event, 2, 1);
  guard(other, 2, 2);
  EXPECT_FALSE(may_take(other, first));
  EXPECT_TRUE(may_take(other, second));
}

TEST_F(ReadsFromTest, UnderAnotherLockOneSeesWhatIsOverwritten) {
  uint32_t first = write(1, 0), second = write(1, 0), other = read(2, 0);
  for (uint32_t event : {first, second}) guard(event, 2, 1);
  guard(other, 3, 2);
  EXPECT_TRUE(may_take(other, first));
}

TEST_F(ReadsFromTest, WithoutALockToo) {
  uint32_t first = write(1, 0), second = write(1, 0), other = read(2, 0);
  for (uint32_t event : {first, second}) guard(event, 2, 1);
  EXPECT_TRUE(may_take(other, first));
}

TEST_F(ReadsFromTest, BetweenTwoRegionsOfALockOneSeesWhatTheFirstLeft) {
  uint32_t first = write(1, 0), second = write(1, 0), other = read(2, 0);
  guard(first, 2, 1);
  guard(second, 2, 2);
  guard(other, 2, 3);
  EXPECT_TRUE(may_take(other, first));
}

TEST_F(ReadsFromTest, AnOverwriteThatMayBeElsewhereLeavesItToBeSeen) {
  uint32_t first = write(1, 0), second = write(1, std::nullopt), other = read(2, 0);
  for (uint32_t event : {first, second}) guard(event, 2, 1);
  guard(other, 2, 2);
  EXPECT_TRUE(may_take(other, first));
}

TEST_F(ReadsFromTest, WhereThreadsMayStopTheMiddleOfARegionIsSeen) {
  uint32_t first = write(1, 0), second = write(1, 0), other = read(2, 0);
  for (uint32_t event : {first, second}) guard(event, 2, 1);
  guard(other, 2, 2);
  unrolled.threads_stop = true;
  EXPECT_TRUE(may_take(other, first));
}

TEST_F(ReadsFromTest, InsideASectionNobodySeesWhatIsOverwritten) {
  uint32_t first = write(1, 0), second = write(1, 0), other = read(2, 0);
  for (uint32_t event : {first, second}) guard(event, unroll::Sharing::kSection, 1);
  EXPECT_FALSE(may_take(other, first));
}

TEST_F(ReadsFromTest, RelevantAreWritesToAllCellsOfAReadAndWhatDecidesWhereItIs) {
  uint32_t one = write(1, 0), two = write(1, 1), decides = read(2, 0), other = read(2, std::nullopt);
  Term value = unrolled.events[decides].value.term, is_one = terms.eq(value, terms.bv(1, 32));
  unrolled.events[other].cells = {{0, is_one}, {1, terms.not_(is_one)}};
  Term root = terms.eq(unrolled.events[other].value.term, terms.bv(2, 32));
  unroll::Unrolled part = only_relevant(unrolled, {root}, terms);
  for (uint32_t event : {one, two, decides, other}) EXPECT_TRUE(part.events[event].guard.is_true()) << event;
}

TEST_F(ReadsFromTest, WhatIsElsewhereIsNotRelevant) {
  uint32_t one = write(1, 0), two = write(1, 1), other = read(2, 0);
  Term root = terms.eq(unrolled.events[other].value.term, terms.bv(2, 32));
  unroll::Unrolled part = only_relevant(unrolled, {root}, terms);
  EXPECT_TRUE(part.events[one].guard.is_true());
  EXPECT_TRUE(part.events[two].guard.is_false());
}

}  // namespace
}  // namespace fencepost::runs
