// Which iterations may be left out: each test that expects "no" would lose runs, and so a wrong SAFE, if it became "yes".
#include "unroll/spin_loops.h"

#include <gtest/gtest.h>

#include "../core/builder.h"
#include "program/lower.h"

namespace fencepost::unroll {
namespace {

using namespace core::testing;
using core::ExprOp;
using core::Label;
using core::MemoryOrder;
using core::Reg;

// while (r0 < r1) ...; return r0; and r2 is not live at the head.
program::Cfa loop(Main& m) {
  m.at(m.main).labels = 3;
  m.body({stmt(core::DefineLabel{Label{0}}), stmt(core::Branch{pred(ExprOp::lt, {m.r(0), m.r(1)}), Label{1}, Label{2}}),
          stmt(core::DefineLabel{Label{1}}), let(Reg{2}, m.r(0)), stmt(core::Jump{Label{0}}),
          stmt(core::DefineLabel{Label{2}}), ret(m.r(0))});
  return program::lower(m.program);
}

class SpinLoopsTest : public ::testing::Test {
 protected:
  Main m{{kInt, kInt, kInt}};
  core::ExprPtr x = m.global("x"), y = m.global("y");
  program::Cfa cfa = loop(m);
  program::Shapes shapes{cfa};
  Terms terms;
  Paths paths{terms};
  ReadSets reads{terms};
  Objects objects{m.program, terms};
  Sharing sharing{true, false};
  Unrolled unrolled;
  Records records{m.program, terms, unrolled};
  EventLog events{m.program, terms, objects, records, unrolled};
  ModelFacts model;
  bool counts_heap = false;
  Frame frame;
  program::Loc head{};
  State state;
  HeadVisit last;

  SpinLoopsTest() {
    frame.function = m.main;
    frame.procedure = &cfa.procedure(m.main);
    frame.shape = &shapes.of(m.main);
    while (!frame.shape->is_loop_head(head)) head = program::Loc{index(head) + 1};
    last.path = state.path = paths.root();
    state.concurrent = true;
    for (uint32_t reg : {0, 1}) state.regs.set(reg, number(0));
    last.regs = state.regs;
  }
  Value number(Bits value) { return {terms.bv(value, 32), {}, {}}; }
  Value variable(const char* name) { return {terms.fresh(name, logic::bv_sort(32)), {}, {}}; }
  uint32_t add(Event::Kind kind, const Value& value, Term when = {}, MemoryOrder order = MemoryOrder::relaxed) {
    uint32_t event = events.add(kind, {}, state, when ? when : terms.boolean(true), order);
    events[event].value = value;
    events[event].cells = {{0, terms.boolean(true)}};
    return event;
  }
  // An update: what it reads, and what it writes, if `when`.
  void update(const Value& read, const Value& written, Term when = {}) {
    uint32_t first = add(Event::Kind::read, read), second = add(Event::Kind::write, written, when);
    events[first].partner = second;
    events[second].partner = first;
  }
  Term idle() {
    return with([&](SpinLoops& loops) { return loops.is_idle(frame, head, last, state); });
  }
  Term retry() {
    return with([&](SpinLoops& loops) { return loops.is_retry(frame, head, last, state); });
  }
  template <typename Ask>
  Term with(const Ask& ask) {
    LiveEquality equality(cfa, terms, objects, sharing, counts_heap);
    SpinLoops loops(model, counts_heap, terms, paths, reads, events, equality);
    return ask(loops);
  }
  // An object with one piece of content.
  void put(State& to, uint32_t object, const Value& value) {
    auto content = new ObjectState;
    content->alive = terms.boolean(true);
    auto page = new Page;
    page->pieces = {{.at = 0, .width = 32, .kind = Piece::Kind::bits, .value = value}};
    content->pages.set(0, Shared<Page>(page));
    to.memory.set(object, Shared<ObjectState>(content));
  }
  uint32_t object_of(uint32_t global) { return objects.of(core::GlobalId{global}); }
};

TEST_F(SpinLoopsTest, AnIterationThatOnlyReadsIsIdle) {
  add(Event::Kind::read, variable("v"));
  add(Event::Kind::fence, {});
  state.regs.set(2, variable("w"));  // not live
  EXPECT_TRUE(idle().is_true());
}

TEST_F(SpinLoopsTest, ALoopThatCountsOnlyLooksLikeWaiting) {
  add(Event::Kind::read, variable("v"));
  state.regs.set(0, number(1));
  EXPECT_TRUE(idle().is_false());
}

TEST_F(SpinLoopsTest, WhatWasReadDecidesWhetherAnythingChanged) {
  Value v = variable("v");
  add(Event::Kind::read, v);
  state.regs.set(0, v);
  EXPECT_EQ(idle(), terms.eq(terms.bv(0, 32), v.term));
}

TEST_F(SpinLoopsTest, AWriteIsNotIdle) {
  add(Event::Kind::read, variable("v"));
  add(Event::Kind::write, number(0));
  EXPECT_TRUE(idle().is_false());
}

TEST_F(SpinLoopsTest, NorIsASpawnAJoinOrAnEnd) {
  add(Event::Kind::join, {});
  EXPECT_TRUE(idle().is_false());
}

TEST_F(SpinLoopsTest, AWriteOfThisIterationOnSomePathsKeepsThose) {
  Term c = terms.fresh("c", logic::bool_sort());
  add(Event::Kind::write, number(1), c);
  EXPECT_EQ(idle(), terms.not_(c));
}

TEST_F(SpinLoopsTest, AnUpdateThatChangesNothingIsIdleWhereTheModelAllowsIt) {
  Value v = variable("v");
  update(v, v);
  EXPECT_TRUE(idle().is_true());
  model.idle_updates_may_go = false;
  EXPECT_TRUE(idle().is_false());
}

TEST_F(SpinLoopsTest, AnUpdateThatChangesSomethingIsNot) {
  Value v = variable("v");
  update(v, {terms.binary(logic::Op::bv_add, v.term, terms.bv(1, 32)), {}, {}});
  EXPECT_TRUE(idle().is_false());
}

TEST_F(SpinLoopsTest, NothingIsIdleWhereReadsOrder) {
  model.reads_may_go = false;
  add(Event::Kind::read, variable("v"));
  EXPECT_TRUE(idle().is_false());
}

TEST_F(SpinLoopsTest, AWaitThatGivesUpTwoLocksIsNotIdle) {
  for (uint32_t cell : {4, 4, 5}) {
    EXPECT_TRUE(idle().is_true());
    uint32_t event = add(Event::Kind::write, number(0));
    events[event].of_wait = true;
    events[event].cells = {{cell, terms.boolean(true)}};
  }
  EXPECT_TRUE(idle().is_false());
}

TEST_F(SpinLoopsTest, MemoryOfTheThreadsOwnCounts) {
  put(state, object_of(0), number(1));
  last.memory = state.memory;
  EXPECT_TRUE(idle().is_true());
  put(state, object_of(0), number(2));
  EXPECT_TRUE(idle().is_false());
}

TEST_F(SpinLoopsTest, TheViewOfASharedCellDoesNot) {
  sharing.written(object_of(0), 0, 32, true, 1, 0, {});
  sharing.read(object_of(0), 0, 32, 2);
  sharing.settle();
  put(state, object_of(0), number(1));
  last.memory = state.memory;
  put(state, object_of(0), number(2));
  EXPECT_TRUE(idle().is_true());
}

TEST_F(SpinLoopsTest, WhatIsAllocatedCountsWhereLeaksDo) {
  uint32_t made = objects.first_made();
  ObjectInfo info;
  info.storage = core::Storage::heap;
  objects.define(made, info);
  put(state, made, number(0));
  state.path = paths.extend(state.path, terms.fresh("c", logic::bool_sort()));
  counts_heap = true;
  EXPECT_TRUE(idle().is_false());
}

TEST_F(SpinLoopsTest, FloatsAreNeverComparedAsNumbers) {
  last.regs.set(0, {terms.fp(0.0, 32), {}, {}});
  state.regs.set(0, {terms.fresh("f", logic::float_sort(32)), {}, {}});
  EXPECT_TRUE(idle().is_false());
}

TEST_F(SpinLoopsTest, TheSameAgainByValuesAloneMayRepeat) {
  auto repeats = [&] { return with([&](SpinLoops& loops) { return loops.may_repeat(frame, head, last, state); }); };
  add(Event::Kind::read, variable("v"));
  EXPECT_TRUE(repeats().is_false()) << "such iterations are left out anyway";
  model.keep_dependencies = true;
  Value zero = number(0);
  zero.reads = 3;
  state.regs.set(0, zero);
  EXPECT_TRUE(idle().is_false()) << "it rests on other reads";
  EXPECT_TRUE(repeats().is_true());
  add(Event::Kind::write, number(1));
  EXPECT_TRUE(repeats().is_false());
}

// old = load(x); while (!compare_exchange(x, &old, ...)): r0 is old.
class RetryTest : public SpinLoopsTest {
 protected:
  Value old = variable("old"), found = variable("found");
  Term succeeds = terms.fresh("succeeds", logic::bool_sort());

  RetryTest() {
    LastRead read{add(Event::Kind::read, old), state.memory};
    state.regs.set(0, old);
    last.regs = state.regs;
    last.events = events.size();
    with([&](SpinLoops& loops) {
      last.before = loops.retried(read, state);
      return Term();
    });
  }
  void exchange() {
    update(found, number(7), succeeds);
    state.regs.set(0, found);
  }
};

TEST_F(RetryTest, AFailedExchangeStandsForTheFirstLoad) {
  ASSERT_EQ(last.before.event, 0u);
  exchange();
  EXPECT_EQ(retry(), terms.not_(succeeds));
}

TEST_F(RetryTest, NotWithASideEffect) {
  exchange();
  add(Event::Kind::write, number(3));
  EXPECT_TRUE(retry().is_false());
}

TEST_F(RetryTest, NotIfTheLoopCounts) {
  exchange();
  state.regs.set(1, number(1));
  EXPECT_TRUE(retry().is_false());
}

TEST_F(RetryTest, NotIfSomethingElseIsKeptOfTheFirstLoad) {
  last.regs.set(1, old);
  state.regs.set(1, old);
  exchange();
  EXPECT_EQ(retry(), terms.and_(terms.not_(succeeds), terms.eq(old.term, found.term)));
}

TEST_F(RetryTest, NotIfItReadsAnotherCell) {
  exchange();
  events[last.events].cells[0].cell = 1;
  EXPECT_TRUE(retry().is_false());
}

TEST_F(RetryTest, NotIfItFailsWithAnotherOrder) {
  exchange();
  events[last.events].failure_order = MemoryOrder::acquire;
  EXPECT_TRUE(retry().is_false());
}

TEST_F(RetryTest, AllThatRestsOnTheLoadMustRestOnWhatStandsForIt) {
  model.keep_dependencies = true;
  exchange();
  const ReadSet first = reads.only(0), again = reads.only(static_cast<uint32_t>(last.events));
  auto rests = [&](ReadSet before, ReadSet now) {
    Value then = old, later = found;
    then.reads = before;
    later.reads = now;
    last.regs.set(0, then);
    state.regs.set(0, later);
    return !retry().is_false();
  };
  EXPECT_TRUE(rests(first, again));
  EXPECT_TRUE(rests(first, reads.join(first, again))) << "the longer run may have more";
  EXPECT_TRUE(rests(0, again));
  EXPECT_FALSE(rests(first, first));
  EXPECT_FALSE(rests(first, 0));
  EXPECT_TRUE(rests(first, again));
  last.control = first;
  EXPECT_TRUE(retry().is_false());
  state.control = again;
  EXPECT_FALSE(retry().is_false());
  events[0].addr = first;
  EXPECT_TRUE(retry().is_false());
  events[0].addr = 0;
  model.failures_are_loads = false;
  EXPECT_TRUE(retry().is_false());
}

TEST_F(RetryTest, NotIfItIsAskedForTheLoadWhetherItsObjectLives) {
  model.keep_dependencies = true;
  exchange();
  EXPECT_FALSE(retry().is_false());
  const uint32_t question = add(Event::Kind::read, number(0));
  last.before.event = add(Event::Kind::read, old);
  EXPECT_FALSE(retry().is_false());
  events[question].asks_from = last.before.event;
  events[question].asks_to = last.before.event + 1;
  EXPECT_TRUE(retry().is_false());
}

TEST_F(RetryTest, NotIfTheCallerMadeTheLoad) {
  exchange();
  frame.first_event = 1;
  EXPECT_TRUE(retry().is_false());
}

TEST_F(RetryTest, TheLoadMustBeTheLastEventBeforeTheLoopAndHappenOnEveryRun) {
  auto retried = [&](const LastRead& read) {
    uint32_t event = Event::kNone;
    with([&](SpinLoops& loops) {
      event = loops.retried(read, state).event;
      return Term();
    });
    return event;
  };
  LastRead read = last.before;
  EXPECT_EQ(retried(read), 0u);
  counts_heap = true;
  EXPECT_EQ(retried(read), Event::kNone) << "somebody counts what is allocated on the way";
  counts_heap = false;
  model.reads_may_come_sooner = false;
  EXPECT_EQ(retried(read), Event::kNone);
  model.reads_may_come_sooner = true;
  uint32_t sometimes = add(Event::Kind::read, old, succeeds);
  EXPECT_EQ(retried(read), Event::kNone);
  EXPECT_EQ(retried({sometimes, state.memory}), Event::kNone);
}

}  // namespace
}  // namespace fencepost::unroll
