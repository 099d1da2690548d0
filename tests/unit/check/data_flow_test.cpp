// On which reads values, addresses and branches rest, statement by statement. x and y are shared, whatever else there is belongs to
// the thread; a read is named by its line. A dependency that is lost makes a run that the model forbids look allowed, and one
// too many rules an allowed run out.
#include "check/data_flow.h"

#include <gtest/gtest.h>

#include "../core/builder.h"

namespace fencepost::check {
namespace {

using namespace core::testing;
using core::ExprOp;
using core::Reg;
using core::Touch;
using Control = DataFlow::Control;

class DataFlowTest : public ::testing::Test {
 protected:
  Main m{{kInt, kInt, kInt, kChar, kLong}};
  core::ExprPtr x = m.global("x"), y = m.global("y"), own = m.global("own", 8);
  struct AtLine {
    Reads control, read_at, write_at, compared;
    std::vector<Reads> written;  // by byte
  };

  // What holds at the statement of each line, in a run of main.
  std::map<uint32_t, AtLine> follow(core::Block body, Control control = Control::lasts) {
    body.push_back(ret(num(0)));
    m.body(std::move(body));
    core::DefaultChoices choices;
    core::PlainEnvironment environment(choices);
    Budget budget;
    const core::UndefSet checks = core::UndefSet::defaults();
    const core::Limits limits;
    core::Machine machine(m.program, checks, environment, budget, limits);
    DataFlow flow(machine, control);
    std::map<uint32_t, AtLine> lines;
    while (!machine.find(0)->over()) {
      const core::Stmt* next = machine.next(0);
      SharedReads shared;
      AtLine here;
      here.control = flow.control(0);
      here.read_at = flow.address(0, Touch::Kind::read);
      here.write_at = flow.address(0, Touch::Kind::write);
      for (const Touch& touch : machine.touches(0)) {
        const std::string& name = machine.memory().object(touch.object).name;
        bool is_shared = name == "x" || name == "y";
        for (uint64_t byte = touch.begin / 8; is_shared && touch.kind != Touch::Kind::write && byte < touch.end / 8;
             ++byte)
          shared[{touch.object, byte}] = {next->pos.line};
      }
      here.compared = flow.compared(0, shared);
      for (const Touch& touch : machine.touches(0))
        for (uint64_t byte = touch.begin / 8; touch.kind != Touch::Kind::read && byte < touch.end / 8; ++byte)
          here.written.push_back(flow.written(0, shared, byte, byte + 1));
      if (next != nullptr && next->pos.line != 0) lines[next->pos.line] = here;
      flow.before_step(0, shared);
      machine.step(0);
      flow.after_step(0);
    }
    return lines;
  }
  // What a store of this line writes.
  static Reads value(const std::map<uint32_t, AtLine>& lines, uint32_t line) {
    Reads all;
    for (const Reads& byte : lines.at(line).written) join(all, byte);
    return all;
  }
  core::ExprPtr is_zero(uint32_t reg) { return pred(ExprOp::eq, {m.r(reg), num(0)}); }
};

TEST_F(DataFlowTest, TheTextCountsNotWhatItComesTo) {
  auto lines = follow({load(Reg{0}, x, kInt, 1), load(Reg{1}, y, kInt, 2),
                       let(Reg{2}, op(ExprOp::bit_xor, m.r(0), m.r(0))), store(y, op(ExprOp::add, m.r(2), num(1)), 3),
                       store(y, op(ExprOp::add, m.r(0), m.r(1)), 4), let(Reg{0}, num(5)), store(y, m.r(0), 5)});
  EXPECT_EQ(value(lines, 3), Reads{1});
  EXPECT_EQ(value(lines, 4), (Reads{1, 2}));
  EXPECT_EQ(value(lines, 5), Reads{}) << "the register was overwritten";
}

TEST_F(DataFlowTest, WhatIsReadFromMemoryOfItsOwnRestsOnWhatWasStoredAndOnWhereItLies) {
  core::ExprPtr there =
      core::make(ExprOp::ptr_add, kPtr, {own, cast(ExprOp::int_cast, kLong, op(ExprOp::bit_and, m.r(1), num(0)))});
  auto lines =
      follow({load(Reg{0}, x, kInt, 1), load(Reg{1}, y, kInt, 2), store(own, m.r(0), 3), load(Reg{2}, own, kInt, 4),
              store(y, m.r(2), 5), load(Reg{2}, there, kInt, 6), store(y, m.r(2), 7), store(there, num(1), 8),
              store(own, num(0)), load(Reg{2}, own), store(y, m.r(2), 9)});
  EXPECT_EQ(lines.at(4).read_at, Reads{});
  EXPECT_EQ(value(lines, 5), Reads{1});
  EXPECT_EQ(lines.at(6).read_at, Reads{2});
  EXPECT_EQ(value(lines, 7), (Reads{1, 2}));
  EXPECT_EQ(lines.at(8).write_at, Reads{2});
  EXPECT_EQ(value(lines, 8), Reads{});
  EXPECT_EQ(value(lines, 9), Reads{}) << "it was overwritten";
}

TEST_F(DataFlowTest, BytesOfMemoryAreKeptApart) {
  auto lines = follow({load(Reg{0}, x, kInt, 1), store(own, m.r(0)), store(plus(own, 1), num(7, kChar)),
                       load(Reg{3}, plus(own, 1), kChar), store(y, cast(ExprOp::int_cast, kInt, m.r(3)), 2),
                       load(Reg{3}, plus(own, 2), kChar), store(y, cast(ExprOp::int_cast, kInt, m.r(3)), 3)});
  EXPECT_EQ(value(lines, 2), Reads{});
  EXPECT_EQ(value(lines, 3), Reads{1});
}

TEST_F(DataFlowTest, ASharedReadStandsForItself) {
  // What x rests on is the business of who wrote it.
  auto lines = follow({load(Reg{0}, y, kInt, 1), store(x, m.r(0), 2), load(Reg{1}, x, kInt, 3), store(y, m.r(1), 4)});
  EXPECT_EQ(value(lines, 2), Reads{1});
  EXPECT_EQ(value(lines, 4), Reads{3});
}

TEST_F(DataFlowTest, OnAMachineAllThatFollowsABranchRestsOnIt) {
  core::Block body{load(Reg{0}, x, kInt, 1), if_(is_zero(0), {store(y, num(1), 2)}), store(y, num(2), 3)};
  auto lasting = follow(body), ending = follow(body, Control::ends_where_paths_meet);
  for (const auto* lines : {&lasting, &ending}) {
    EXPECT_EQ(lines->at(1).control, Reads{});
    EXPECT_EQ(lines->at(2).control, Reads{1});
  }
  EXPECT_EQ(lasting.at(3).control, Reads{1});
  EXPECT_EQ(ending.at(3).control, Reads{});
}

TEST_F(DataFlowTest, ABranchInsideABranchEndsByItself) {
  core::Block inner{load(Reg{1}, y, kInt, 2), if_(is_zero(1), {store(y, num(1), 3)}), store(y, num(2), 4)};
  auto lines =
      follow({load(Reg{0}, x, kInt, 1), if_(is_zero(0), inner), store(y, num(3), 5)}, Control::ends_where_paths_meet);
  EXPECT_EQ(lines.at(3).control, (Reads{1, 2}));
  EXPECT_EQ(lines.at(4).control, Reads{1});
  EXPECT_EQ(lines.at(5).control, Reads{});
}

TEST_F(DataFlowTest, ACallTakesArgumentsAndGivesAResult) {
  core::FunctionId f = m.function("f", kInt);
  Reg param = m.reg(f), mine = m.reg(f);
  m.at(f).params = {param};
  m.define(f, {let(mine, op(ExprOp::add, m.use(f, param), num(1))), store(y, m.use(f, mine), 2), ret(m.use(f, mine))});
  auto lines = follow({load(Reg{0}, x, kInt, 1), load(Reg{1}, x, kInt, 3), m.call(f, {m.r(0)}, Reg{2}),
                       store(y, m.r(2), 4), store(y, m.r(1), 5)});
  EXPECT_EQ(value(lines, 2), Reads{1});
  EXPECT_EQ(value(lines, 4), Reads{1});
  EXPECT_EQ(value(lines, 5), Reads{3}) << "the caller's registers are its own";
}

TEST_F(DataFlowTest, ABranchInACalledFunctionEndsWithIt) {
  core::FunctionId f = m.function("f");
  Reg found = m.reg(f);
  m.define(f, {load(found, x, kInt, 1), if_(pred(ExprOp::eq, {m.use(f, found), num(0)}), {ret()}), store(y, num(1), 2),
               ret()});
  core::Block body{m.call(f), store(y, num(2), 3)};
  EXPECT_EQ(follow(body, Control::ends_where_paths_meet).at(3).control, Reads{});
  EXPECT_EQ(follow(body).at(3).control, Reads{1});
}

TEST_F(DataFlowTest, AnUpdateWritesWhatItFoundAndComparesIt) {
  core::Rmw exchange{Reg{1}, x, kInt, is_zero(1), op(ExprOp::add, m.r(1), m.r(0)), core::MemoryOrder::seq_cst};
  core::Block body{load(Reg{0}, y, kInt, 1), stmt(exchange, 2), store(y, m.r(1), 3)};
  auto lines = follow(body), language = follow(body, Control::ends_where_paths_meet);
  EXPECT_EQ(value(lines, 2), (Reads{1, 2}));
  EXPECT_EQ(lines.at(2).compared, Reads{2});
  EXPECT_EQ(lines.at(2).control, Reads{});
  EXPECT_EQ(lines.at(3).control, Reads{2}) << "a machine branches on what it compared";
  EXPECT_EQ(value(lines, 3), Reads{2});
  EXPECT_EQ(language.at(2).compared, Reads{});
  EXPECT_EQ(language.at(3).control, Reads{});
}

TEST_F(DataFlowTest, AnExchangeOfItsOwnMemoryThatMayFailLeavesWhatWasThere) {
  core::Rmw exchange{Reg{2}, own, kInt, is_zero(2), m.r(1), core::MemoryOrder::relaxed};
  auto lines = follow({load(Reg{0}, x, kInt, 1), load(Reg{1}, y, kInt, 2), store(own, m.r(0)), stmt(exchange),
                       load(Reg{2}, own), store(y, m.r(2), 3)});
  EXPECT_EQ(value(lines, 3), (Reads{1, 2}));
}

TEST_F(DataFlowTest, ACopyCarriesByteByByte) {
  auto lines = follow({load(Reg{0}, y, kInt, 1), store(own, m.r(0)), stmt(core::Copy{plus(own, 4), x, size(2)}, 2),
                       stmt(core::Copy{plus(own, 2), plus(own, 4), size(2)}), stmt(core::Copy{y, own, size(4)}, 3)});
  std::vector<Reads> expected = {{1}, {1}, {2}, {2}};
  EXPECT_EQ(lines.at(3).written, expected);
}

TEST(Reads, AreJoinedInOrder) {
  Reads reads{1, 4};
  join(reads, {2, 4});
  EXPECT_EQ(reads, (Reads{1, 2, 4}));
  join(reads, {});
  EXPECT_EQ(reads, (Reads{1, 2, 4}));
}

}  // namespace
}  // namespace fencepost::check
