// Joins: what holds of the state that two paths become.
#include "unroll/state_merger.h"

#include "parts_fixture.h"

namespace fencepost::unroll {
namespace {

class StateMergerTest : public testing::PartsTest {
 protected:
  State a = state(1), b = state(1);
  Term c = terms.fresh("c", logic::bool_sort());

  StateMergerTest() {
    a.path = parts().paths.extend(a.path, c);
    b.path = parts().paths.extend(b.path, terms.not_(c));
  }
  State merged() { return parts().merger.merge({a, b}, frame, frame.procedure->exit, frame.procedure->edges.data()); }
};

TEST_F(StateMergerTest, ValuesAreChosenByTheBranch) {
  uint64_t slot = frame.result_slot();
  a.regs.set(slot, number(1));
  b.regs.set(slot, number(2));
  store(a, 0, number(3));
  State both = merged();
  EXPECT_EQ(both.path, parts().paths.root());
  EXPECT_EQ(both.regs.get(slot).term, terms.ite(c, terms.bv(1, 32), terms.bv(2, 32)));
  EXPECT_EQ(load(both, 0).term, terms.ite(c, terms.bv(3, 32), terms.bv(0, 32)));
}

TEST_F(StateMergerTest, TheSectionsOfBothBecomeOne) {
  a.section = parts().sections.open();
  b.section = parts().sections.open();
  EXPECT_EQ(merged().section, a.section);
  EXPECT_TRUE(parts().result.obligations.empty());
}

TEST_F(StateMergerTest, ASectionOnOnePathOnlyIsUnsupportedOnBoth) {
  for (State* inside : {&a, &b}) {
    a.section = b.section = 0;
    inside->section = parts().sections.open();
    merged();
  }
  ASSERT_EQ(parts().result.obligations.size(), 2u);
  for (const Obligation& obligation : parts().result.obligations) {
    EXPECT_EQ(obligation.kind, Obligation::Kind::unsupported);
    EXPECT_TRUE(obligation.failure.is_true()) << "whichever path was executed last";
  }
}

TEST_F(StateMergerTest, BeforeThereAreThreadsASectionOnOnePathIsNone) {
  a.concurrent = b.concurrent = false;
  a.section = parts().sections.open();
  EXPECT_EQ(merged().section, 0u);
  EXPECT_TRUE(parts().result.obligations.empty());
}

TEST_F(StateMergerTest, WhereOnePathHasSpawnedThereMayBeThreads) {
  a.concurrent = false;
  EXPECT_TRUE(merged().concurrent);
}

TEST_F(StateMergerTest, ALockIsHeldIfItIsOnBoth) {
  a.held = {{7, 0, 1}, {8, 0, 2}};
  b.held = {{7, 0, 1}};
  State both = merged();
  ASSERT_EQ(both.held.size(), 1u);
  EXPECT_EQ(both.held[0].object, 7u);
}

TEST_F(StateMergerTest, WhatAnotherThreadMadeIsThereOnBothPaths) {
  uint32_t made = parts().objects.first_made();
  ObjectInfo info;
  info.thread = 2;
  info.fixed_size = info.most_size = 4;
  info.zeroed = true;
  parts().objects.define(made, info);
  a.memory.set(made, parts().cells.untouched(info));
  parts().access.store(a, parts().pointers.make(made), number(5), core::testing::kInt, {}, terms.boolean(true));
  State both = merged();
  Value found = parts().access.load(both, parts().pointers.make(made), core::testing::kInt, {});
  EXPECT_EQ(found.term, terms.ite(c, terms.bv(5, 32), terms.bv(0, 32)));
}

}  // namespace
}  // namespace fencepost::unroll
