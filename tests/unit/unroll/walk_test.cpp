// The walk of a thread: joins, loops, calls, threads.
#include "unroll/walk.h"

#include "parts_fixture.h"

namespace fencepost::unroll {
namespace {

using namespace core::testing;
using core::ExprOp;
using core::Label;
using core::Reg;

class WalkTest : public testing::PartsTest {
 protected:
  Term input = terms.fresh("input", logic::bv_sort(32));
  core::ExprPtr is_zero(uint32_t reg) { return pred(ExprOp::eq, {m.r(reg), num(0)}); }
  Term zero(Term value) { return terms.eq(value, terms.bv(0, 32)); }

  // A main that finds the input in its first register, as the only thread.
  std::optional<State> walk() {
    State first = state(0);
    first.concurrent = false;
    first.regs.set(0, {input, {}, {}});
    parts().result.threads.resize(1);
    Transfer transfer(parts());
    return Walk(parts(), transfer).run(m.main, std::move(first));
  }
  Term result(const State& state) { return state.regs.get(frame.result_slot()).term; }
  const std::vector<Obligation>& obligations() { return parts().result.obligations; }
  const Site& site(const Obligation& obligation) { return parts().result.sites[obligation.site]; }
};

TEST_F(WalkTest, WaysThatMeetBecomeOneState) {
  m.body({if_(is_zero(0), {let(Reg{1}, num(3))}, {let(Reg{1}, num(4))}), ret(m.r(1))});
  std::optional<State> end = walk();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->path, parts().paths.root());
  EXPECT_EQ(result(*end), terms.ite(zero(input), terms.bv(3, 32), terms.bv(4, 32)));
  EXPECT_EQ(parts().merger.merges(), 1u);
}

TEST_F(WalkTest, AWayThatEndsTheProgramDoesNotMeetTheOthers) {
  m.body({if_(is_zero(0), {stmt(core::Exit{})}), ret(num(1))});
  std::optional<State> end = walk();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->path->guard, terms.not_(zero(input)));
  EXPECT_EQ(parts().result.threads[0].exited, zero(input));
}

TEST_F(WalkTest, NothingReturnsIfAllWaysEnd) {
  m.body({stmt(core::Exit{}), ret(num(1))});
  EXPECT_FALSE(walk());
}

TEST_F(WalkTest, ALoopWithConstantsRunsToItsEnd) {
  // for (r1 = 0; r1 < 5; ++r1);
  m.at(m.main).labels = 3;
  m.body({let(Reg{1}, num(0)), stmt(core::DefineLabel{Label{0}}),
          stmt(core::Branch{pred(ExprOp::lt, {m.r(1), num(5)}), Label{1}, Label{2}}), stmt(core::DefineLabel{Label{1}}),
          let(Reg{1}, op(ExprOp::add, m.r(1), num(1))), stmt(core::Jump{Label{0}}), stmt(core::DefineLabel{Label{2}}),
          ret(m.r(1))});
  options.bounds.unwind = 1;
  std::optional<State> end = walk();
  ASSERT_TRUE(end);
  EXPECT_EQ(result(*end), terms.bv(5, 32));
  EXPECT_TRUE(obligations().empty());
}

TEST_F(WalkTest, ALoopThatMayGoOnIsCutAtItsBound) {
  // while (r0 != r1) ++r1;
  m.at(m.main).labels = 3;
  m.body({let(Reg{1}, num(0)), stmt(core::DefineLabel{Label{0}}),
          stmt(core::Branch{pred(ExprOp::eq, {m.r(0), m.r(1)}), Label{2}, Label{1}}), stmt(core::DefineLabel{Label{1}}),
          let(Reg{1}, op(ExprOp::add, m.r(1), num(1))), stmt(core::Jump{Label{0}}), stmt(core::DefineLabel{Label{2}}),
          ret(m.r(1))});
  options.bounds.unwind = 2;
  std::optional<State> end = walk();
  ASSERT_TRUE(end);
  ASSERT_EQ(obligations().size(), 1u);
  EXPECT_EQ(obligations()[0].kind, Obligation::Kind::unwinding);
  EXPECT_EQ(site(obligations()[0]).covered, 2u);
  // Whoever comes past the loop is cut or returns.
  EXPECT_TRUE(terms.or_(obligations()[0].failure, end->path->guard).is_true() ||
              terms.not_(obligations()[0].failure) == end->path->guard);
}

TEST_F(WalkTest, ALoopThatChangesNothingIsDropped) {
  m.at(m.main).labels = 3;
  m.body({stmt(core::DefineLabel{Label{0}}), stmt(core::Jump{Label{0}}), ret(num(0))});
  EXPECT_FALSE(walk());
  EXPECT_TRUE(obligations().empty());
  ASSERT_EQ(parts().result.waits.size(), 1u);
  EXPECT_EQ(parts().result.waits[0].kind, Wait::Kind::idle);
}

TEST_F(WalkTest, ACallReturnsWhatItsCalleeComputes) {
  core::FunctionId callee = m.function("twice", kInt);
  Reg given = m.reg(callee);
  m.at(callee).params = {given};
  m.define(callee, {ret(op(ExprOp::add, m.use(callee, given), m.use(callee, given)))});
  m.body({m.call(callee, {num(21)}, Reg{1}), ret(m.r(1))});
  std::optional<State> end = walk();
  ASSERT_TRUE(end);
  EXPECT_EQ(result(*end), terms.bv(42, 32));
}

TEST_F(WalkTest, RecursionThatMayGoOnIsCutAtItsBound) {
  core::FunctionId callee = m.function("down", kInt);
  Reg given = m.reg(callee), less = m.reg(callee);
  m.at(callee).params = {given};
  core::ExprPtr is_done = pred(ExprOp::eq, {m.use(callee, given), num(0)});
  m.define(callee, {if_(is_done, {ret(num(0))}), let(less, op(ExprOp::sub, m.use(callee, given), num(1))),
                    m.call(callee, {m.use(callee, less)}, less), ret(num(0))});
  m.body({m.call(callee, {m.r(0)}, Reg{1}), ret(m.r(1))});
  options.bounds.unwind = 2;
  walk();
  ASSERT_EQ(obligations().size(), 1u);
  EXPECT_EQ(obligations()[0].kind, Obligation::Kind::unwinding);
  EXPECT_EQ(site(obligations()[0]).loop.head, LoopId::kRecursion);
}

TEST_F(WalkTest, AThreadRunsWhereItIsSpawned) {
  core::FunctionId child = m.function("child");
  Reg read = m.reg(child);
  m.define(child, {core::testing::load(read, x), core::testing::store(y, m.use(child, read)), ret()});
  Reg handle = m.reg(m.main, kUnsigned);
  m.body(
      {core::testing::store(x, num(4)), stmt(core::Spawn{handle, core::function_expr(child, kPtr), {}}), ret(num(0))});
  std::optional<State> end = walk();
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->concurrent);
  EXPECT_EQ(end->regs.get(core::index(handle)).term, terms.bv(1, 32));
  const Unrolled& unrolled = parts().result;
  ASSERT_EQ(unrolled.threads.size(), 2u);
  EXPECT_EQ(unrolled.threads[1].parent, 0u);
  EXPECT_TRUE(unrolled.threads[1].finished.is_true());
  std::vector<Event::Kind> kinds;
  for (const Event& event : unrolled.events) kinds.push_back(event.kind);
  EXPECT_EQ(kinds, (std::vector{Event::Kind::spawn, Event::Kind::start, Event::Kind::end}));
  EXPECT_EQ(unrolled.events[unrolled.events[0].partner].kind, Event::Kind::start);
  EXPECT_EQ(load(*end, 1).term, terms.bv(0, 32)) << "what the child wrote is not in its parent's view";
}

TEST_F(WalkTest, AJoinWaitsForTheEnd) {
  core::FunctionId child = m.function("child");
  Reg seen = m.reg(child);
  m.define(child,
           {core::testing::load(seen, x), stmt(core::Await{pred(ExprOp::eq, {m.use(child, seen), num(0)})}), ret()});
  Reg handle = m.reg(m.main, kUnsigned);
  m.body({core::testing::store(x, m.r(0)), stmt(core::Spawn{handle, core::function_expr(child, kPtr), {}}),
          stmt(core::Join{std::nullopt, m.use(m.main, handle)}), ret(num(0))});
  std::optional<State> end = walk();
  ASSERT_TRUE(end);
  EXPECT_EQ(parts().result.threads[1].finished, zero(input));
  EXPECT_EQ(end->path->guard, zero(input)) << "it goes on if the child does";
}

}  // namespace
}  // namespace fencepost::unroll
