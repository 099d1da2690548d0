// Unsequenced races: each test spells the Core of one C expression.
#include <gtest/gtest.h>

#include "builder.h"

namespace fencepost::core {
namespace {

using namespace testing;

class Races : public ::testing::Test {
 protected:
  Main m{{kInt, kInt, kInt, kInt, kPtr}};
  ExprPtr x = m.global("x");
  ExprPtr y = m.global("y");

  ExprPtr r(uint32_t n) { return m.r(n); }
  ExprPtr next(uint32_t n) { return op(ExprOp::add, r(n), num(1)); }
  // reg = *p++ in the sense of i++: the value, and the side effect still pending.
  Block increment(ExprPtr p, uint32_t reg, uint32_t at) {
    return {load(Reg{reg}, p, kInt, at), assign(p, next(reg), at)};
  }
  static Block join(Block a, Block b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }
  Outcome outcome(Block body) {
    body.push_back(seq_point());
    body.push_back(ret(num(0)));
    m.body(std::move(body));
    return run(m.program);
  }
  void expect_race(Block body, uint32_t at, uint32_t earlier) {
    Outcome o = outcome(std::move(body));
    ASSERT_EQ(o.kind, Outcome::Kind::violated);
    ASSERT_EQ(o.failures.size(), 1u);
    EXPECT_EQ(o.failures[0].kind, Undef::unsequenced_race);
    EXPECT_EQ(o.failures[0].pos, line(at));
    ASSERT_FALSE(o.failures[0].also_at.empty());
    EXPECT_EQ(o.failures[0].also_at[0], line(earlier));
  }
  void expect_none(Block body) { EXPECT_EQ(outcome(std::move(body)).kind, Outcome::Kind::finished); }
};

TEST_F(Races, AssignmentOfItsOwnIncrement) {  // x = x++
  expect_race({unseq({{}, increment(x, 0, 1)}), assign(x, r(0), 2)}, 2, 1);
}

TEST_F(Races, IndexAndIncrement) {  // a[i] = i++ with i in x
  ExprPtr a = m.global("a", 40);
  ExprPtr element = make(ExprOp::ptr_add, kPtr, {a, cast(ExprOp::int_cast, kLong, op(ExprOp::mul, r(1), num(4)))});
  expect_race({unseq({{load(Reg{1}, x, kInt, 1)}, increment(x, 0, 2)}), assign(element, r(0), 3)}, 2, 1);
}

TEST_F(Races, AssignmentFromItself) {  // x = x + 1
  expect_none({unseq({{}, {load(Reg{0}, x, kInt, 1)}}), assign(x, next(0), 2)});
}

TEST_F(Races, CommaDoesNotOrderTheOtherOperand) {  // (x = 1, x) + x
  expect_race({unseq({{assign(x, num(1), 1), seq_point(), load(Reg{0}, x, kInt, 2)}, {load(Reg{1}, x, kInt, 3)}})}, 3,
              1);
}

TEST_F(Races, CommaOrdersItsOwnOperands) {  // (x = 1, x) + y
  expect_none({unseq({{assign(x, num(1), 1), seq_point(), load(Reg{0}, x, kInt, 2)}, {load(Reg{1}, y, kInt, 3)}})});
}

TEST_F(Races, WithoutTheCommaTheStoreIsPending) {  // the same with no sequence point
  expect_race({unseq({{assign(x, num(1), 1), load(Reg{0}, x, kInt, 2)}, {load(Reg{1}, y, kInt, 3)}})}, 2, 1);
}

TEST_F(Races, ReadsDoNotRace) {  // x + x
  expect_none({unseq({{load(Reg{0}, x, kInt, 1)}, {load(Reg{1}, x, kInt, 2)}})});
}

TEST_F(Races, PositiveStoresAreOrderedInTheirBlock) {
  expect_none({store(x, num(1), 1), load(Reg{0}, x, kInt, 2), store(x, num(2), 3)});
}

TEST_F(Races, TwoIncrementsOfDifferentObjects) {  // x++ + y++
  expect_none({unseq({increment(x, 0, 1), increment(y, 1, 2)})});
}

TEST_F(Races, SequencePointAfterTheUnseqSettles) {  // x++ + y; x = 2
  expect_none({unseq({increment(x, 0, 1), {load(Reg{1}, y)}}), seq_point(), assign(x, num(2), 3)});
}

TEST_F(Races, CallsNeverRace) {  // f() + g(), both writing x
  FunctionId f = m.function("f", kInt);
  FunctionId g = m.function("g", kInt);
  m.define(f, {assign(x, num(1), 1), seq_point(), ret(num(1))});
  m.define(g, {assign(x, num(2), 2), seq_point(), ret(num(2))});
  expect_none({unseq({{m.call(f, {}, Reg{0})}, {m.call(g, {}, Reg{1})}})});
}

TEST_F(Races, CallAgainstAnAccess) {  // f() + x++, f writing x: indeterminately sequenced
  FunctionId f = m.function("f", kInt);
  m.define(f, {assign(x, num(1), 1), seq_point(), ret(num(1))});
  expect_none({unseq({{m.call(f, {}, Reg{0})}, increment(x, 1, 2)})});
}

TEST_F(Races, ACalleeStartsWithNothingPending) {  // x = 1 still pending while f reads x
  FunctionId f = m.function("f", kInt);
  Reg fr = m.reg(f);
  m.define(f, {load(fr, x, kInt, 5), ret(num(1))});
  expect_none({assign(x, num(1), 1), m.call(f)});
}

TEST_F(Races, ACalleeRacesWithItself) {
  FunctionId f = m.function("f", kInt);
  Reg fr = m.reg(f);
  m.define(f, {assign(x, num(1), 4), load(fr, x, kInt, 5), ret(num(1))});
  expect_race({m.call(f)}, 5, 4);
}

TEST_F(Races, NestedStrandsMeetOuterOnes) {  // (x + (y + x++)) + x
  expect_race({unseq({{unseq({{load(Reg{0}, y)}, increment(x, 1, 1)})}, {load(Reg{2}, x, kInt, 2)}})}, 2, 1);
}

TEST_F(Races, PendingReachesIntoNestedStrands) {  // a pending store before an Unseq of the same block
  expect_race({assign(x, num(1), 1), unseq({{load(Reg{0}, y)}, {load(Reg{1}, x, kInt, 2)}})}, 2, 1);
}

TEST_F(Races, PendingReachesIntoIfs) {
  expect_race({assign(x, num(1), 1), if_(truth(true), {load(Reg{1}, x, kInt, 2)})}, 2, 1);
}

TEST_F(Races, PendingComesOutOfIfs) {  // x = c ? x++ : 0
  expect_race({if_(truth(true), increment(x, 0, 1)), assign(x, r(0), 2)}, 2, 1);
}

TEST_F(Races, SequencePointInAStrandSettlesOnlyThatStrand) {
  expect_race({assign(x, num(1), 1), unseq({{seq_point(), load(Reg{0}, x, kInt, 2)}, {}})}, 2, 1);
}

TEST_F(Races, OnlyCommonBytesRace) {
  expect_none({unseq({{assign(x, num(1, kChar), 1)}, {assign(plus(x, 1), num(2, kChar), 2)}})});
  m = Main{{kInt, kInt, kInt, kInt, kPtr}};
  x = m.global("x");
  expect_race({unseq({{assign(x, num(1), 1)}, {assign(plus(x, 3), num(2, kChar), 2)}})}, 2, 1);
}

TEST_F(Races, BitFieldsAreDifferentObjects) {  // s.a = 1 against s.b = 2 in one byte
  auto field = [&](uint8_t offset, uint32_t at) {
    return stmt(Store{x, num(1), kInt, {offset, 3}, MemoryOrder::plain, false, true, false}, at);
  };
  expect_none({unseq({{field(0, 1)}, {field(3, 2)}})});
  expect_race({unseq({{field(0, 1)}, {field(2, 2)}})}, 2, 1);
}

TEST_F(Races, CopiesReadAndWrite) {  // struct assignment against a read of a member
  ExprPtr s = m.global("s", 8);
  ExprPtr t = m.global("t", 8);
  Stmt copy = stmt(Copy{s, t, size(8), true}, 1);
  expect_race({unseq({{copy}, {load(Reg{0}, plus(s, 4), kInt, 2)}})}, 2, 1);
  expect_none({unseq({{copy}, {load(Reg{0}, plus(t, 4), kInt, 2)}})});
  expect_race({unseq({{copy}, {assign(t, num(1), 2)}})}, 2, 1);
}

TEST_F(Races, ReportedBesideACheckOfTheSameExpression) {  // (x = 1) + (x = 2, 1/0)
  Outcome o = outcome({unseq(
      {{assign(x, num(1), 1)}, {assign(x, num(2), 2), seq_point(), check(Undef::div_zero, truth(false), 3)}}, 4)});
  ASSERT_EQ(o.failures.size(), 2u);
  EXPECT_EQ(o.failures[0].kind, Undef::unsequenced_race);
  EXPECT_EQ(o.failures[0].also_at, (std::vector<SourcePos>{line(1), line(4)}));
  EXPECT_EQ(o.failures[1].kind, Undef::div_zero);
}

TEST_F(Races, StopsAtTheEndOfTheExpression) {
  Outcome o = outcome(
      {unseq({{assign(x, num(1), 1)}, {assign(x, num(2), 2)}}), seq_point(), check(Undef::div_zero, truth(false), 3)});
  ASSERT_EQ(o.failures.size(), 1u);
  EXPECT_EQ(o.failures[0].kind, Undef::unsequenced_race);
}

TEST_F(Races, SwitchedOff) {
  m.body({unseq({{assign(x, num(1), 1)}, {assign(x, num(2), 2)}}), ret(num(0))});
  UndefSet checks = UndefSet::defaults();
  checks.set(Undef::unsequenced_race, false);
  DefaultChoices choices;
  EXPECT_EQ(run(m.program, choices, {}, checks).kind, Outcome::Kind::finished);
}

TEST_F(Races, JumpOutOfAStrandKeepsItsStoresPending) {
  m.at(m.main).labels = 1;
  expect_race({unseq({{assign(x, num(1), 1), stmt(Jump{Label{0}})}, {assign(x, num(2), 2)}}),
               stmt(DefineLabel{Label{0}}), load(Reg{0}, x, kInt, 3)},
              3, 1);
}

}  // namespace
}  // namespace fencepost::core
