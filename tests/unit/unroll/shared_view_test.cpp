// A thread's view of shared memory: which events accesses become, and that no read of a shared cell takes the thread's own view
// for granted.
#include "unroll/shared_view.h"

#include <algorithm>

#include "parts_fixture.h"

namespace fencepost::unroll {
namespace {

using core::MemoryOrder;

class SharedViewTest : public testing::PartsTest {
 protected:
  static constexpr uint32_t kX = 0, kY = 1;

  // Threads 1 and 2 write and read the global, which holds one of the values.
  void share(uint32_t global, const std::set<Bits>& values) {
    for (uint32_t thread : {1, 2}) {
      sharing().written(object(global), 0, 32, true, thread, 0, {});
      sharing().read(object(global), 0, 32, thread);
    }
    sharing().settle();
    sharing().held(object(global), cell(global), {.values = values});
    start();
  }
  AccessEvents refresh(State& state, const Value& from, MemoryOrder order = MemoryOrder::plain) {
    return parts().view.refresh(step(state), state, access(from, order));
  }
  AccessEvents publish(State& state, const Value& to) {
    return parts().view.publish(step(state), state, access(to), terms.boolean(true));
  }
  std::set<Bits> constants(const Value& value) {
    std::set<Bits> found;
    EXPECT_TRUE(parts().contents.constants(value.term, found));
    return found;
  }
  Value either(const Value& a, const Value& b) {
    return parts().cells.choose(terms.fresh("c", logic::bool_sort()), a, b);
  }
};

TEST_F(SharedViewTest, AReadFindsWhateverMayBeThereNotWhatTheThreadSawLast) {
  share(kX, {0, 3});
  State one = state(1);
  store(one, kX, number(7));
  AccessEvents read = refresh(one, pointer(kX));
  ASSERT_EQ(read.all.size(), 1u);
  Value found = load(one, kX);
  EXPECT_EQ(constants(found), (std::set<Bits>{0, 3}));
  EXPECT_EQ(found.term, parts().events[read.all[0]].value.term);
  refresh(one, pointer(kX));
  EXPECT_NE(load(one, kX).term, found.term) << "each read by itself";
}

TEST_F(SharedViewTest, AValueThatIsNotKnownIsAnyValue) {
  share(kX, {});
  sharing().held(object(kX), cell(kX), {.any_value = true});
  start();
  State one = state(1);
  refresh(one, pointer(kX));
  EXPECT_EQ(load(one, kX).term.op(), logic::Op::variable);
}

TEST_F(SharedViewTest, WhatOneThreadUsesAloneNeedsNoEvents) {
  sharing().written(object(kX), 0, 32, true, 1, 0, {});
  sharing().read(object(kX), 0, 32, 1);
  start();
  State one = state(1);
  store(one, kX, number(7));
  EXPECT_TRUE(refresh(one, pointer(kX)).all.empty());
  EXPECT_EQ(load(one, kX).term, terms.bv(7, 32));
}

TEST_F(SharedViewTest, TheUseOfANewThreadIsNoticed) {
  sharing().written(object(kX), 0, 32, true, 1, 0, {});
  sharing().read(object(kX), 0, 32, 1);
  start();
  State two = state(2);
  refresh(two, pointer(kX));
  EXPECT_TRUE(sharing().settle()) << "so the program is executed again";
  EXPECT_TRUE(cell(kX).shared);
}

TEST_F(SharedViewTest, AWriteIsPublishedAndItsValueNoted) {
  share(kX, {0});
  State one = state(1);
  store(one, kX, number(9));
  AccessEvents write = publish(one, pointer(kX));
  ASSERT_EQ(write.all.size(), 1u);
  EXPECT_EQ(parts().events[write.all[0]].value.term, terms.bv(9, 32));
  EXPECT_TRUE(sharing().settle());
  EXPECT_TRUE(cell(kX).values.contains(9));
}

TEST_F(SharedViewTest, WhereValuesNeedNoCauseNoneAreEnumerated) {
  options.model.values_have_causes = false;
  share(kX, {0});
  State one = state(1);
  store(one, kX, number(9));
  publish(one, pointer(kX));
  sharing().settle();
  EXPECT_TRUE(cell(kX).any_value);
}

TEST_F(SharedViewTest, OneEventAtOneOfTwoPlaces) {
  share(kX, {1});
  share(kY, {2});
  State one = state(1);
  AccessEvents read = refresh(one, either(pointer(kX), pointer(kY)));
  ASSERT_EQ(read.all.size(), 1u);
  const Event& event = parts().events[read.all[0]];
  ASSERT_EQ(event.cells.size(), 2u);
  EXPECT_TRUE(terms.or_(event.cells[0].when, event.cells[1].when).is_true());
  EXPECT_TRUE(terms.and_(event.cells[0].when, event.cells[1].when).is_false());
  EXPECT_EQ(constants(event.value), (std::set<Bits>{1, 2}));
  EXPECT_FALSE(load(one, kX).term == event.value.term) << "only if it was there";
}

TEST_F(SharedViewTest, PartsThatOthersWriteAreReadOneByOneAndKeptTogether) {
  share(kX, {0});
  sharing().written(object(kX), 0, 8, true, 2, 0, {});
  start();
  State one = state(1);
  AccessEvents read = refresh(one, pointer(kX));
  ASSERT_EQ(read.all.size(), 2u);
  EXPECT_NE(parts().events[read.all[0]].whole, 0u);
  EXPECT_EQ(parts().events[read.all[0]].whole, parts().events[read.all[1]].whole);
  EXPECT_TRUE(parts().result.obligations.empty());
}

TEST_F(SharedViewTest, UnlessTheModelDoesNotSayWhatIsSeen) {
  options.model.keeps_plain_whole = false;
  share(kX, {0});
  sharing().written(object(kX), 0, 8, true, 2, 0, {});
  start();
  State one = state(1);
  refresh(one, pointer(kX));
  ASSERT_EQ(parts().result.obligations.size(), 1u);
  EXPECT_EQ(parts().result.obligations[0].kind, Obligation::Kind::unsupported);
}

TEST_F(SharedViewTest, AnAtomicReadIsRememberedWithTheMemoryBefore) {
  share(kX, {0, 1});
  State one = state(1);
  refresh(one, pointer(kX));
  EXPECT_EQ(parts().view.last_read().event, Event::kNone) << "a plain one";
  Memory before = one.memory;
  AccessEvents read = refresh(one, pointer(kX), MemoryOrder::relaxed);
  EXPECT_EQ(parts().view.last_read().event, read.all[0]);
  EXPECT_TRUE(parts().view.last_read().memory.same(before));
}

TEST_F(SharedViewTest, AnObjectOfAnotherThreadIsAdoptedAsItWasMade) {
  State one = state(1);
  uint32_t made = parts().objects.first_made();
  ObjectInfo info;
  info.fixed_size = info.most_size = 4;
  info.zeroed = true;
  parts().objects.define(made, info);
  parts().view.adopt(one, parts().pointers.make(made));
  ASSERT_TRUE(one.memory.get(made));
  EXPECT_EQ(one.memory.get(made)->rest, Piece::Kind::zero);
  EXPECT_TRUE(parts().result.obligations.empty());
}

TEST_F(SharedViewTest, AKnownReadRemainsAnEventAndTakesTheView) {
  options.model.locks_guard = true;
  sharing().written(object(kX), 0, 32, true, 1, 0, {});
  for (uint32_t thread : {1, 2}) sharing().read(object(kX), 0, 32, thread);
  start();
  State one = state(1);
  store(one, kX, number(7));
  AccessEvents read = refresh(one, pointer(kX));
  ASSERT_EQ(read.all.size(), 1u);
  EXPECT_TRUE(parts().events[read.all[0]].implied);
  EXPECT_EQ(parts().events[read.all[0]].value.term, terms.bv(7, 32));
  AccessEvents atomic = refresh(one, pointer(kX), MemoryOrder::seq_cst);
  EXPECT_FALSE(parts().events[atomic.all[0]].implied) << "it orders others";
}

}  // namespace
}  // namespace fencepost::unroll
