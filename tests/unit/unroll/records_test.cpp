// Records, the log of events and atomic sections, by hand: which obligations are one site, and where they are told to be.
#include "unroll/records.h"

#include <gtest/gtest.h>

#include "../core/builder.h"
#include "unroll/atomic_sections.h"
#include "unroll/event_log.h"

namespace fencepost::unroll {
namespace {

using namespace core::testing;

class RecordsTest : public ::testing::Test {
 protected:
  Main m;
  core::FunctionId library = m.function("lib");
  Terms terms;
  Paths paths{terms};
  Unrolled unrolled;
  Records records{m.program, terms, unrolled};
  Objects objects{m.program, terms};
  EventLog events{m.program, terms, objects, records, unrolled};
  AtomicSections sections{false, terms, records, unrolled};
  Term c = terms.fresh("c", logic::bool_sort());
  program::Procedure caller, callee;
  Frame outer, inner;
  State state;

  RecordsTest() {
    m.at(library).library = true;
    caller.edges.resize(2);
    caller.edges[0].pos = line(3);
    caller.edges[1].pos = line(4);
    callee.edges.resize(1);
    callee.edges[0].pos = line(90);
    outer.function = m.main;
    outer.procedure = &caller;
    outer.call = caller.edges.data();
    inner.function = library;
    inner.procedure = &callee;
    inner.caller = &outer;
    state.thread = 2;
    state.path = paths.extend(paths.root(), c);
  }
  Step in_library() { return {2, state.path, &inner, callee.edges.data()}; }
  Step in_main(size_t edge) { return {2, state.path, &outer, &caller.edges[edge]}; }
};

TEST_F(RecordsTest, WhatALibraryDoesIsToldAtItsCaller) {
  records.unsupported(in_library(), terms.boolean(true), "this");
  ASSERT_EQ(unrolled.obligations.size(), 1u);
  EXPECT_EQ(unrolled.obligations[0].failure, c) << "where the step is";
  EXPECT_EQ(unrolled.obligations[0].thread, 2u);
  EXPECT_EQ(unrolled.sites[0].pos, line(3));
  EXPECT_EQ(unrolled.sites[0].function, "main");
}

TEST_F(RecordsTest, EveryFailureIsKeptAndOnePlaceIsOneSite) {
  Term d = terms.fresh("d", logic::bool_sort());
  records.unsupported(in_main(0), d, "this");
  records.unsupported(in_main(0), terms.not_(d), "this");
  records.unsupported(in_main(1), d, "this");
  records.unsupported(in_main(1), d, "that");
  EXPECT_EQ(unrolled.obligations.size(), 4u);
  EXPECT_EQ(unrolled.sites.size(), 3u);
  EXPECT_EQ(unrolled.obligations[0].site, unrolled.obligations[1].site);
}

TEST_F(RecordsTest, WhatCannotFailIsNoObligation) {
  records.unsupported(in_main(0), terms.not_(c), "this");
  records.wait(Wait::Kind::loop, in_main(0), state, terms.boolean(false), 0);
  EXPECT_TRUE(unrolled.obligations.empty());
  EXPECT_TRUE(unrolled.waits.empty());
}

TEST_F(RecordsTest, WithoutAFrameThePositionIsGiven) {
  records.unsupported({.thread = 1, .path = paths.root(), .pos = line(7)}, c, "at the end");
  EXPECT_EQ(unrolled.sites[0].pos, line(7));
  EXPECT_EQ(unrolled.obligations[0].thread, 1u);
}

TEST_F(RecordsTest, ObligationsKnowWhichEventsComeBefore) {
  events.add(Event::Kind::fence, in_main(0), state, terms.boolean(true), core::MemoryOrder::seq_cst);
  records.unsupported(in_main(0), terms.boolean(true), "this");
  EXPECT_EQ(unrolled.obligations[0].events, 1u);
}

TEST_F(RecordsTest, AnEventHappensOnItsPathIfItsConditionHolds) {
  Term d = terms.fresh("d", logic::bool_sort());
  uint32_t event = events.add(Event::Kind::write, in_library(), state, d, core::MemoryOrder::plain);
  EXPECT_EQ(events[event].guard, terms.and_(c, d));
  EXPECT_EQ(events[event].thread, 2u);
  EXPECT_EQ(events[event].pos, line(3));
}

TEST_F(RecordsTest, SectionsOfPathsThatMeetBecomeOne) {
  uint32_t first = sections.open(), second = sections.open(), third = sections.open();
  state.section = second;
  uint32_t event = events.add(Event::Kind::fence, in_main(0), state, terms.boolean(true), core::MemoryOrder::seq_cst);
  sections.leave(state);
  EXPECT_EQ(sections.join(second, first), first);
  sections.settle();
  EXPECT_EQ(events[event].section, first);
  EXPECT_EQ(unrolled.left[first], c) << "whoever left either has left it";
  EXPECT_TRUE(unrolled.left[third].is_false());
}

TEST_F(RecordsTest, SectionsThatMeetInTwoPlacesAreOne) {
  uint32_t first = sections.open(), second = sections.open(), third = sections.open();
  state.section = third;
  uint32_t event = events.add(Event::Kind::fence, in_main(0), state, terms.boolean(true), core::MemoryOrder::seq_cst);
  // Some paths of the third meet the first, others the second.
  sections.join(first, third);
  EXPECT_EQ(sections.join(second, third), first);
  state.section = second;
  sections.leave(state);
  sections.settle();
  EXPECT_EQ(events[event].section, first);
  EXPECT_EQ(unrolled.left[first], c);
}

// An access to a cell in the state's section.
class SectionsTest : public RecordsTest {
 protected:
  Term waits = terms.fresh("waits", logic::bool_sort());

  uint32_t access(Event::Kind kind, uint32_t cell) {
    uint32_t event = events.add(kind, in_main(0), state, terms.boolean(true), core::MemoryOrder::relaxed);
    events[event].cells = {{cell, terms.boolean(true)}};
    return event;
  }
  Term gone() { return terms.and_(c, terms.not_(terms.and_(c, waits))); }
};

TEST_F(SectionsTest, WhatASectionWroteThatStopsDoesNotHappen) {
  state.section = sections.open();
  uint32_t before = access(Event::Kind::read, 0), write = access(Event::Kind::write, 0),
           after = access(Event::Kind::read, 0), elsewhere = access(Event::Kind::read, 1);
  sections.stop(in_main(1), state, waits);
  state.section = 0;
  uint32_t outside = access(Event::Kind::write, 0);
  sections.settle();
  EXPECT_EQ(events[write].guard, gone());
  EXPECT_EQ(events[write].when, terms.not_(terms.and_(c, waits)));
  EXPECT_EQ(events[write].is_tried(), c);
  EXPECT_EQ(events[after].guard, gone()) << "it may have read what was not written";
  for (uint32_t event : {before, elsewhere, outside}) EXPECT_EQ(events[event].guard, c) << event;
  EXPECT_TRUE(unrolled.obligations.empty()) << "nobody sees the middle";
}

TEST_F(SectionsTest, AWaitAfterAWriteIsUnsupported) {
  state.section = sections.open();
  access(Event::Kind::read, 0);
  sections.wait(in_main(0), state, waits);
  EXPECT_TRUE(unrolled.obligations.empty()) << "it has only read";
  access(Event::Kind::write, 0);
  sections.wait(in_main(1), state, terms.boolean(false));
  EXPECT_TRUE(unrolled.obligations.empty()) << "it does not wait";
  sections.wait(in_main(1), state, waits);
  ASSERT_EQ(unrolled.obligations.size(), 1u);
  EXPECT_EQ(unrolled.obligations[0].kind, Obligation::Kind::unsupported);
  EXPECT_EQ(unrolled.obligations[0].failure, terms.and_(c, waits));
  EXPECT_EQ(unrolled.sites[0].pos, line(4));
  EXPECT_TRUE(unrolled.sites[0].is_left_out) << "a run without the section may fail elsewhere";
}

TEST_F(SectionsTest, AWaitAfterAWriteInAnotherSectionIsNot) {
  state.section = sections.open();
  access(Event::Kind::write, 0);
  sections.leave(state);
  state.section = sections.open();
  sections.wait(in_main(1), state, waits);
  EXPECT_TRUE(unrolled.obligations.empty());
}

TEST_F(SectionsTest, AThreadIsMadeAsIfWritten) {
  state.section = sections.open();
  events.add(Event::Kind::spawn, in_main(0), state, terms.boolean(true), core::MemoryOrder::seq_cst);
  sections.wait(in_main(1), state, waits);
  ASSERT_EQ(unrolled.obligations.size(), 1u);
  EXPECT_FALSE(unrolled.sites[0].is_left_out) << "the thread is there";
}

TEST_F(SectionsTest, WhereACheckFailsAndTheSectionStopsNothingIsClaimed) {
  Term fails = terms.fresh("fails", logic::bool_sort());
  state.section = sections.open();
  access(Event::Kind::write, 0);
  records.oblige(Obligation::Kind::check, state, fails, records.site(in_main(0), line(3), {}), 0);
  sections.stop(in_main(1), state, waits);
  ASSERT_EQ(unrolled.obligations.size(), 2u);
  EXPECT_EQ(unrolled.obligations[1].kind, Obligation::Kind::unsupported);
}

}  // namespace
}  // namespace fencepost::unroll
