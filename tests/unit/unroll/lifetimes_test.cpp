// Which events tell other threads that an object was made, lives still, or is gone, and who asks.
#include "unroll/lifetimes.h"

#include "parts_fixture.h"

namespace fencepost::unroll {
namespace {

using core::MemoryOrder;

class LifetimesTest : public testing::PartsTest {
 protected:
  static constexpr uint32_t kMaker = 1, kOther = 2;
  uint32_t first() const { return object(static_cast<uint32_t>(m.program.globals.size())); }
  uint32_t second() const { return first() + 1; }

  // In the execution before, one thread wrote that cell beside the object and others read it.
  void share(uint32_t object, uint64_t at) {
    sharing().written(object, at, 1, true, kMaker, 0, {});
    sharing().read(object, at, 1, kOther);
  }
  // An execution that knows it, in which both objects were made.
  void begin() {
    start();
    for (uint32_t made : {first(), second()}) {
      ObjectInfo info;
      info.name = "malloc";
      info.storage = core::Storage::heap;
      info.fixed_size = info.most_size = 8;
      info.size = terms.bv(8, 64);
      info.born = terms.boolean(true);
      parts().objects.define(made, info);
    }
  }
  State with_objects(uint32_t thread) {
    State made = state(thread);
    for (uint32_t one : {first(), second()}) made.memory.set(one, parts().cells.untouched(parts().objects[one]));
    return made;
  }
  Value to(uint32_t object) { return parts().pointers.make(object); }
  EventLog& events() { return parts().events; }
  const Event& event(size_t i) { return parts().events[i]; }
  SharedCell cell_of(size_t i, size_t nth = 0) { return events().cell(event(i).cells.at(nth).cell); }
};

TEST_F(LifetimesTest, TheEndIsAWriteIfOthersAsk) {
  share(first(), kLifetimeAt);
  begin();
  State state = with_objects(kMaker);
  parts().lifetimes.end(step(state), state, to(first()));
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(event(0).kind, Event::Kind::write);
  EXPECT_EQ(event(0).order, MemoryOrder::relaxed);
  EXPECT_EQ(event(0).value.term, terms.bv(0, 1));
  EXPECT_EQ(cell_of(0).object, first());
  EXPECT_EQ(cell_of(0).at, kLifetimeAt);
}

TEST_F(LifetimesTest, TheEndIsNoEventIfItsThreadAloneAsks) {
  sharing().written(first(), kLifetimeAt, 1, true, kMaker, 0, {});
  sharing().read(first(), kLifetimeAt, 1, kMaker);
  begin();
  State state = with_objects(kMaker);
  parts().lifetimes.end(step(state), state, to(first()));
  EXPECT_EQ(events().size(), 0u);
}

TEST_F(LifetimesTest, NobodyAsksAboutOthersOrGlobals) {
  share(first(), kLifetimeAt);
  begin();
  State state = with_objects(kMaker);
  parts().lifetimes.end(step(state), state, to(second()));
  parts().lifetimes.end(step(state), state, pointer(0));
  EXPECT_EQ(events().size(), 0u);
}

TEST_F(LifetimesTest, ItEndsWhereThePointerLeadsAndTheConditionHolds) {
  share(first(), kLifetimeAt);
  share(second(), kLifetimeAt);
  begin();
  State state = with_objects(kMaker);
  Term which = terms.fresh("which", logic::bool_sort()), when = terms.fresh("when", logic::bool_sort());
  Value either = to(first());
  either.term = terms.ite(which, either.term, to(second()).term);
  parts().lifetimes.end(step(state), state, either, when);
  ASSERT_EQ(events().size(), 2u);
  for (size_t i : {0, 1}) {
    Term leads = cell_of(i).object == first() ? which : terms.not_(which);
    EXPECT_EQ(event(i).guard, terms.and_(when, leads));
  }
}

TEST_F(LifetimesTest, BeginningAndEndArePlainWritesWhereTheyRace) {
  options.model.lives_are_written = true;
  share(first(), kLifetimeAt);
  begin();
  State state = with_objects(kMaker);
  parts().lifetimes.begin(step(state), state, first());
  parts().lifetimes.end(step(state), state, to(first()));
  ASSERT_EQ(events().size(), 2u);
  EXPECT_EQ(event(0).order, MemoryOrder::plain);
  EXPECT_EQ(event(0).value.term, terms.bv(1, 1));
  EXPECT_EQ(event(1).order, MemoryOrder::plain);
  EXPECT_EQ(event(1).value.term, terms.bv(0, 1));
}

TEST_F(LifetimesTest, ElsewhereTheBeginningIsNoEvent) {
  share(first(), kLifetimeAt);
  begin();
  State state = with_objects(kMaker);
  parts().lifetimes.begin(step(state), state, first());
  EXPECT_EQ(events().size(), 0u);
}

TEST_F(LifetimesTest, WhoAsksKnowsWhatItReads) {
  share(first(), kLifetimeAt);
  share(second(), kLifetimeAt);
  begin();
  State state = with_objects(kOther);
  Term which = terms.fresh("which", logic::bool_sort());
  Value either = to(first());
  either.term = terms.ite(which, either.term, to(second()).term);
  parts().lifetimes.refresh(step(state), state, either, terms.boolean(true));
  ASSERT_EQ(events().size(), 1u) << "one question, whichever object it is about";
  EXPECT_EQ(event(0).kind, Event::Kind::read);
  ASSERT_EQ(event(0).cells.size(), 2u);
  EXPECT_TRUE(event(0).guard.is_true());
  Term alive = terms.eq(event(0).value.term, terms.bv(1, 1));
  for (size_t i : {0, 1}) {
    Term leads = event(0).cells[i].when;
    EXPECT_EQ(leads, cell_of(0, i).object == first() ? which : terms.not_(which));
    EXPECT_EQ(state.memory.get(cell_of(0, i).object)->alive, terms.ite(leads, alive, terms.boolean(true)));
  }
}

TEST_F(LifetimesTest, TheChecksOfOneAccessAskOnce) {
  share(first(), kLifetimeAt);
  core::ExprPtr p = core::reg_expr(core::Reg{0}, core::testing::kPtr);
  core::ExprPtr lives = core::testing::pred(core::ExprOp::ptr_alive, {p});
  core::ExprPtr both = core::testing::pred(core::ExprOp::log_and, {lives, lives});
  begin();
  State state = with_objects(kOther);
  state.regs.set(0, to(first()));
  parts().lifetimes.refresh(step(state), state, *both);
  parts().lifetimes.refresh(step(state), state, *lives);
  EXPECT_EQ(events().size(), 1u);
  parts().lifetimes.checks_end();
  parts().lifetimes.refresh(step(state), state, *lives);
  EXPECT_EQ(events().size(), 2u) << "by the next access it may have ended";
}

TEST_F(LifetimesTest, StorageIsHandedOnByReleaseAndAcquire) {
  share(first(), kGoneAt);
  parts();
  for (uint32_t one : {first(), second()}) parts().address_use.placed(one);
  parts().address_use.killed(first(), kMaker);
  begin();
  State ending = with_objects(kMaker), making = with_objects(kOther);
  parts().lifetimes.end(step(ending), ending, to(first()));
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(event(0).order, MemoryOrder::release);
  EXPECT_EQ(cell_of(0).at, kGoneAt);
  uint32_t access = parts().lifetimes.find_gone(step(making), making, second());
  ASSERT_EQ(events().size(), 2u);
  EXPECT_EQ(event(1).kind, Event::Kind::read);
  EXPECT_EQ(event(1).order, MemoryOrder::acquire);
  EXPECT_EQ(event(1).access, access);
  EXPECT_EQ(cell_of(1).object, first());
}

TEST_F(LifetimesTest, NobodyLooksForWhatItEndedItself) {
  share(first(), kGoneAt);
  parts();
  for (uint32_t one : {first(), second()}) parts().address_use.placed(one);
  parts().address_use.killed(first(), kMaker);
  begin();
  State making = with_objects(kMaker);
  parts().lifetimes.find_gone(step(making), making, second());
  EXPECT_EQ(events().size(), 0u);
}

TEST_F(LifetimesTest, OrdersThatTheModelDoesNotKnowAreNotUsed) {
  options.model.unknown_orders.stores.insert(MemoryOrder::release);
  share(first(), kGoneAt);
  parts().address_use.placed(first());
  begin();
  State state = with_objects(kMaker);
  parts().lifetimes.end(step(state), state, to(first()));
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(event(0).order, MemoryOrder::relaxed);
}

TEST_F(LifetimesTest, BirthsAreAskedForWhereSomebodyTells) {
  share(first(), kBirthAt);
  begin();
  State maker = with_objects(kMaker), other = with_objects(kOther);
  parts().lifetimes.announce(step(maker), maker, first());
  EXPECT_FALSE(parts().lifetimes.find_birth(step(other), other, second(), terms.boolean(true)));
  Term born = parts().lifetimes.find_birth(step(other), other, first(), terms.boolean(true));
  ASSERT_EQ(events().size(), 2u);
  EXPECT_EQ(event(0).value.term, terms.bv(1, 1));
  EXPECT_EQ(born, terms.eq(event(1).value.term, terms.bv(1, 1)));
}

}  // namespace
}  // namespace fencepost::unroll
