// What labels do to a state, one edge at a time.
#include "unroll/transfer.h"

#include "parts_fixture.h"

namespace fencepost::unroll {
namespace {

using namespace core::testing;
using core::ExprOp;
using core::MemoryOrder;
using core::Reg;

class TransferTest : public testing::PartsTest {
 protected:
  // The effect of the first edge with this label, of a main with one statement before its return.
  template <typename Label>
  bool apply(State& state) {
    Transfer transfer(parts());
    for (const program::Edge& edge : frame.procedure->edges)
      if (std::holds_alternative<Label>(edge.label))
        return transfer.apply({state.thread, state.path, &frame, &edge}, state);
    throw std::logic_error("no such edge");
  }
  void program(core::Stmt statement) { m.body({std::move(statement), ret(num(0))}); }
  State with(uint32_t reg, Term value) {
    State made = state(1);
    made.regs.set(reg, {value, {}, {}});
    return made;
  }
  core::ExprPtr is_zero() { return pred(ExprOp::eq, {m.r(0), num(0)}); }
  Term zero(Term value) { return terms.eq(value, terms.bv(0, 32)); }
  const std::vector<Obligation>& obligations() { return parts().result.obligations; }
  EventLog& events() { return parts().events; }
};

TEST_F(TransferTest, LetComputes) {
  program(let(Reg{1}, op(ExprOp::add, m.r(0), num(2))));
  State state = with(0, terms.bv(3, 32));
  EXPECT_TRUE(apply<core::Let>(state));
  EXPECT_EQ(state.regs.get(1).term, terms.bv(5, 32));
}

TEST_F(TransferTest, ACheckThatMayFailIsAnObligation) {
  program(check(core::Undef::assertion, is_zero()));
  Term value = terms.fresh("value", logic::bv_sort(32));
  State state = with(0, value);
  Path before = state.path;
  EXPECT_TRUE(apply<core::Check>(state));
  ASSERT_EQ(obligations().size(), 1u);
  EXPECT_EQ(obligations()[0].failure, terms.not_(zero(value)));
  EXPECT_EQ(state.path, before) << "what comes after it is not excluded";
}

TEST_F(TransferTest, OneThatFailsForSureEndsThePath) {
  program(check(core::Undef::assertion, is_zero()));
  State state = with(0, terms.bv(1, 32));
  EXPECT_FALSE(apply<core::Check>(state));
  ASSERT_EQ(obligations().size(), 1u);
  EXPECT_TRUE(obligations()[0].failure.is_true());
}

TEST_F(TransferTest, OneThatHoldsOrIsNotWantedIsNone) {
  program(check(core::Undef::assertion, is_zero()));
  State state = with(0, terms.bv(0, 32));
  EXPECT_TRUE(apply<core::Check>(state));
  options.wanted.checks = core::UndefSet();
  start();
  state = with(0, terms.bv(1, 32));
  EXPECT_TRUE(apply<core::Check>(state));
  EXPECT_TRUE(obligations().empty());
}

TEST_F(TransferTest, AFailureEndsTheThreadWhereRunsMayRestOnIt) {
  options.model.failures_end_threads = true;
  program(check(core::Undef::assertion, is_zero()));
  Term value = terms.fresh("value", logic::bv_sort(32));
  State state = with(0, value);
  EXPECT_TRUE(apply<core::Check>(state));
  EXPECT_EQ(state.path->guard, zero(value));
}

TEST_F(TransferTest, AnAwaitIsAWaitAndGoesOnWhenItHolds) {
  program(stmt(core::Await{is_zero()}));
  Term value = terms.fresh("value", logic::bv_sort(32));
  State state = with(0, value);
  EXPECT_TRUE(apply<core::Await>(state));
  EXPECT_EQ(state.path->guard, zero(value));
  ASSERT_EQ(parts().result.waits.size(), 1u);
  EXPECT_EQ(parts().result.waits[0].blocked, terms.not_(zero(value)));
  EXPECT_EQ(parts().result.waits[0].kind, Wait::Kind::await);
}

TEST_F(TransferTest, WhatIsNotModelledEndsThePathLoudly) {
  program(stmt(core::Unsupported{"such a thing"}));
  State state = this->state(1);
  EXPECT_FALSE(apply<core::Unsupported>(state));
  ASSERT_EQ(obligations().size(), 1u);
  EXPECT_EQ(obligations()[0].kind, Obligation::Kind::unsupported);
  EXPECT_TRUE(obligations()[0].failure.is_true());
}

TEST_F(TransferTest, AnOrderThatTheModelDoesNotKnowIsUnsupported) {
  options.model.unknown_orders.loads = {MemoryOrder::acquire};
  core::Stmt statement = core::testing::load(Reg{0}, x);
  std::get<core::Load>(statement.kind).order = MemoryOrder::acquire;
  program(std::move(statement));
  State sequential = state(0);
  sequential.concurrent = false;
  EXPECT_TRUE(apply<core::Load>(sequential));
  EXPECT_TRUE(obligations().empty()) << "nobody else is there";
  State state = this->state(1);
  apply<core::Load>(state);
  ASSERT_EQ(obligations().size(), 1u);
  EXPECT_EQ(obligations()[0].kind, Obligation::Kind::unsupported);
}

TEST_F(TransferTest, AJoinWithNoThreadIsUnsupported) {
  program(stmt(core::Join{std::nullopt, cast(ExprOp::int_cast, kUnsigned, m.r(0))}));
  State state = with(0, terms.bv(77, 32));
  EXPECT_FALSE(apply<core::Join>(state));
  ASSERT_FALSE(obligations().empty());
  EXPECT_EQ(obligations()[0].kind, Obligation::Kind::unsupported);
  EXPECT_TRUE(obligations()[0].failure.is_true());
}

TEST_F(TransferTest, AStoreIsAnEventWhereOthersLook) {
  sharing().written(object(0), 0, 32, true, 1, 0, {});
  sharing().read(object(0), 0, 32, 2);
  options.model.keep_dependencies = true;
  program(core::testing::store(x, m.r(0)));
  State state = with(0, terms.bv(3, 32));
  Value value{terms.fresh("value", logic::bv_sort(32)), {}, {}};
  value.reads = parts().reads.only(7);
  state.regs.set(0, value);
  EXPECT_TRUE(apply<core::Store>(state));
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(events()[0].kind, Event::Kind::write);
  EXPECT_EQ(events()[0].value.term, value.term);
  EXPECT_EQ(events()[0].data, value.reads);
  EXPECT_EQ(events()[0].addr, 0u);
  EXPECT_EQ(load(state, 0).term, value.term) << "its own view";
}

TEST_F(TransferTest, BeforeTheFirstSpawnNothingIsAnEvent) {
  sharing().written(object(0), 0, 32, true, 1, 0, {});
  sharing().read(object(0), 0, 32, 2);
  program(core::testing::store(x, num(1)));
  State state = this->state(0);
  state.concurrent = false;
  EXPECT_TRUE(apply<core::Store>(state));
  EXPECT_EQ(events().size(), 0u);
  EXPECT_EQ(load(state, 0).term, terms.bv(1, 32));
}

TEST_F(TransferTest, ASectionHasFencesAroundItAndOneNumberInside) {
  m.body({stmt(core::AtomicBegin{}), stmt(core::AtomicEnd{}), ret(num(0))});
  State state = this->state(1);
  EXPECT_TRUE(apply<core::AtomicBegin>(state));
  uint32_t section = state.section;
  EXPECT_NE(section, 0u);
  EXPECT_TRUE(apply<core::AtomicBegin>(state));
  EXPECT_EQ(state.section, section) << "inside another it does not count";
  EXPECT_TRUE(apply<core::AtomicEnd>(state));
  EXPECT_EQ(state.section, 0u);
  ASSERT_EQ(events().size(), 2u);
  for (size_t i : {0, 1}) {
    EXPECT_EQ(events()[i].kind, Event::Kind::fence);
    EXPECT_EQ(events()[i].section, 0u);
  }
  EXPECT_TRUE(parts().result.left.at(section).is_true());
}

}  // namespace
}  // namespace fencepost::unroll
