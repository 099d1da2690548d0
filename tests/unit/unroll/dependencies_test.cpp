// Which reads the events of a thread rest on: by the program's text, path by path.
#include <gtest/gtest.h>

#include "../core/builder.h"
#include "program/lower.h"
#include "unroll/unrolled.h"

namespace fencepost::unroll {
namespace {

using namespace core;
using namespace core::testing;

class DependenciesTest : public ::testing::Test {
 protected:
  Main m{{kInt, kInt}};
  ExprPtr x = m.global("x"), y = m.global("y"), own = m.global("own");
  FunctionId thread = m.function("thread");
  Reg a = m.reg(thread), b = m.reg(thread), c = m.reg(thread, kBool);
  logic::Terms terms;
  Options options;
  Unrolled unrolled;

  DependenciesTest() { options.model.keep_dependencies = true; }
  ExprPtr use(Reg reg) { return m.use(thread, reg); }

  // x and y are shared: the thread reads x and writes y, its parent writes and reads both.
  void unroll(Block body) {
    m.define(thread, std::move(body));
    m.body({stmt(Spawn{Reg{0}, function_expr(thread, kPtr), {}}), store(x, num(1)), store(y, num(2)), load(Reg{1}, x),
            load(Reg{1}, y), ret(num(0))});
    program::Cfa cfa = program::lower(m.program);
    Budget budget;
    unrolled = unroll::unroll(cfa, options, terms, budget);
  }
  const Event& only(Event::Kind kind, size_t skip = 0) const {
    for (const Event& event : unrolled.events)
      if (event.thread == 1 && event.kind == kind && skip-- == 0) return event;
    throw std::logic_error("no such event");
  }
  size_t number(const Event& event) const { return static_cast<size_t>(&event - unrolled.events.data()); }
  const ReadSets::Members& members(ReadSet set) const { return unrolled.read_sets[set]; }
};

TEST_F(DependenciesTest, AValueThatNeedsNoReadRestsOnItAllTheSame) {
  unroll({load(a, x), let(b, op(ExprOp::bit_xor, use(a), use(a))), store(y, use(b)), ret()});
  const Event& write = only(Event::Kind::write);
  ASSERT_TRUE(write.value.term.is_const());
  ASSERT_EQ(members(write.data).size(), 1u);
  EXPECT_EQ(members(write.data)[0].read, number(only(Event::Kind::read)));
  EXPECT_EQ(write.addr, 0u);
  EXPECT_EQ(write.ctrl, 0u);
}

TEST_F(DependenciesTest, ThroughMemoryThatNobodyElseUses) {
  unroll({load(a, x), store(own, use(a)), load(b, own), store(y, op(ExprOp::add, use(b), num(1))), ret()});
  const Event& write = only(Event::Kind::write);
  ASSERT_EQ(members(write.data).size(), 1u);
  EXPECT_EQ(members(write.data)[0].read, number(only(Event::Kind::read)));
}

TEST_F(DependenciesTest, ABranchHoldsBehindItsJoin) {
  unroll({load(a, x), if_(pred(ExprOp::eq, {use(a), use(a)}), {}), store(y, num(1)), ret()});
  const Event& write = only(Event::Kind::write);
  EXPECT_EQ(write.data, 0u);
  ASSERT_EQ(members(write.ctrl).size(), 1u);
  EXPECT_EQ(members(write.ctrl)[0].read, number(only(Event::Kind::read)));
}

TEST_F(DependenciesTest, EachPathHasItsOwn) {
  unroll({load(a, x), let(b, num(1)), stmt(Choose{c, kBool}), if_(use(c), {let(b, use(a))}), store(y, use(b)), ret()});
  const Event& write = only(Event::Kind::write);
  EXPECT_EQ(write.ctrl, 0u);
  ASSERT_EQ(members(write.data).size(), 1u);
  EXPECT_FALSE(members(write.data)[0].when.is_const());
}

TEST_F(DependenciesTest, APlaceRestsOnItsIndex) {
  unroll(
      {load(a, x),
       store(make(ExprOp::ptr_add, kPtr, {y, cast(ExprOp::int_cast, kLong, op(ExprOp::sub, use(a), use(a)))}), num(1)),
       ret()});
  const Event& write = only(Event::Kind::write);
  ASSERT_EQ(members(write.addr).size(), 1u);
  EXPECT_EQ(write.data, 0u);
}

TEST_F(DependenciesTest, NothingUnlessAsked) {
  options.model.keep_dependencies = false;
  unroll({load(a, x), if_(pred(ExprOp::eq, {use(a), num(1)}), {store(y, use(a))}), ret()});
  for (const Event& event : unrolled.events) EXPECT_EQ(event.addr + event.data + event.ctrl, 0u);
}

}  // namespace
}  // namespace fencepost::unroll
