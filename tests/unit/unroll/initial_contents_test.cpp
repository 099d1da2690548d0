// What reads may find that nobody wrote while there were threads.
#include "unroll/initial_contents.h"

#include "parts_fixture.h"

namespace fencepost::unroll {
namespace {

class InitialContentsTest : public testing::PartsTest {
 protected:
  void share(uint32_t object, uint64_t at, uint64_t width) {
    sharing().written(object, at, width, true, 1, 0, {});
    sharing().read(object, at, width, 2);
  }
  // A state before the first Spawn.
  State sequential() {
    State made = state(0);
    made.concurrent = false;
    return made;
  }
  void name(uint32_t object, uint64_t at, uint64_t width) {
    parts().events.cell_number(object, *sharing().cells(object, at, width).at(0));
  }
  uint32_t heap() const { return object(static_cast<uint32_t>(m.program.globals.size())); }
  void define_heap(Term born) {
    ObjectInfo info;
    info.name = "malloc";
    info.storage = core::Storage::heap;
    info.fixed_size = info.most_size = 4;
    info.size = terms.bv(4, 64);
    info.born = born;
    parts().objects.define(heap(), info);
  }
  const std::vector<Event>& events() { return parts().result.events; }
};

TEST_F(InitialContentsTest, AreThoseOfTheFirstSpawn) {
  share(object(0), 0, 32);
  start();
  State state = sequential();
  store(state, 0, number(5));
  parts().initial.go_concurrent(state);
  EXPECT_TRUE(state.concurrent);
  store(state, 0, number(7));
  parts().initial.go_concurrent(state);
  name(object(0), 0, 32);
  parts().initial.add_events({});
  ASSERT_EQ(events().size(), 1u) << "a second Spawn changes nothing";
  EXPECT_EQ(events()[0].kind, Event::Kind::initial);
  EXPECT_EQ(events()[0].value.term, terms.bv(5, 32));
  EXPECT_TRUE(events()[0].guard.is_true());
}

TEST_F(InitialContentsTest, AreAmongTheValuesThatAreReadThere) {
  share(object(0), 0, 32);
  start();
  State state = sequential();
  store(state, 0, number(5));
  parts().initial.go_concurrent(state);
  name(object(0), 0, 32);
  parts().initial.add_events({});
  sharing().settle();
  EXPECT_TRUE(cell(0).values.contains(5));
}

TEST_F(InitialContentsTest, DifferByThePathToTheSpawn) {
  share(object(0), 0, 32);
  start();
  Term branch = terms.fresh("branch", logic::bool_sort());
  State yes = sequential(), no = sequential();
  yes.path = parts().paths.extend(yes.path, branch);
  no.path = parts().paths.extend(no.path, terms.not_(branch));
  store(yes, 0, number(1));
  store(no, 0, number(2));
  for (State* state : {&yes, &no}) parts().initial.go_concurrent(*state);
  name(object(0), 0, 32);
  parts().initial.add_events({});
  ASSERT_EQ(events().size(), 2u);
  for (const Event& event : events())
    EXPECT_EQ(event.guard, event.value.term == terms.bv(1, 32) ? branch : terms.not_(branch));
  EXPECT_NE(events()[0].value.term, events()[1].value.term);
}

TEST_F(InitialContentsTest, OfWhatIsMadeLaterAreUnspecifiedAndThereIfItIsMade) {
  share(heap(), 0, 32);
  start();
  Term made = terms.fresh("made", logic::bool_sort());
  define_heap(made);
  State state = sequential();
  parts().initial.go_concurrent(state);
  name(heap(), 0, 32);
  parts().initial.add_events({});
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(events()[0].guard, made);
  ASSERT_TRUE(events()[0].value.unspecified);
  EXPECT_TRUE(events()[0].value.unspecified.is_true());
}

TEST_F(InitialContentsTest, WhatWasNotMadeIsNotGone) {
  share(heap(), kGoneAt, 1);
  start();
  define_heap(terms.fresh("made", logic::bool_sort()));
  State state = sequential();
  parts().initial.go_concurrent(state);
  name(heap(), kGoneAt, 1);
  parts().initial.add_events({});
  ASSERT_EQ(events().size(), 1u);
  EXPECT_TRUE(events()[0].guard.is_true()) << "it is asked even if it is never made";
  EXPECT_EQ(events()[0].value.term, terms.bv(0, 1));
}

TEST_F(InitialContentsTest, OfALifeThatEndedBefore) {
  share(heap(), kLifetimeAt, 1);
  share(heap(), kGoneAt, 1);
  start();
  define_heap(terms.boolean(true));
  State state = sequential();
  state.memory.set(heap(), parts().cells.untouched(parts().objects[heap()]));
  parts().access.kill(state, parts().pointers.make(heap()));
  parts().initial.go_concurrent(state);
  name(heap(), kLifetimeAt, 1);
  name(heap(), kGoneAt, 1);
  parts().initial.add_events({});
  ASSERT_EQ(events().size(), 2u);
  for (const Event& event : events()) {
    bool gone = parts().events.cell(event.cells[0].cell).at == kGoneAt;
    EXPECT_EQ(event.value.term, terms.bv(gone ? 1 : 0, 1));
  }
}

TEST_F(InitialContentsTest, ObservedGlobalsHaveThemWithoutAnyOtherEvent) {
  share(object(1), 0, 32);
  start();
  State state = sequential();
  parts().initial.go_concurrent(state);
  parts().initial.add_events({core::GlobalId{1}});
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(parts().events.cell(events()[0].cells[0].cell).object, object(1));
}

}  // namespace
}  // namespace fencepost::unroll
