// Records and the log of events, by hand: which obligations are one site, and where they are told to be.
#include "unroll/records.h"

#include <gtest/gtest.h>

#include "../core/builder.h"
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
  uint32_t first = events.open_section(), second = events.open_section(), third = events.open_section();
  state.section = second;
  uint32_t event = events.add(Event::Kind::fence, in_main(0), state, terms.boolean(true), core::MemoryOrder::seq_cst);
  events.leave_section(state);
  EXPECT_EQ(events.join_sections(second, first), first);
  events.settle_sections();
  EXPECT_EQ(events[event].section, first);
  EXPECT_EQ(unrolled.left[first], c) << "whoever left either has left it";
  EXPECT_TRUE(unrolled.left[third].is_false());
}

}  // namespace
}  // namespace fencepost::unroll
