// Threads in the interpreter's own runs: they interleave, wait, give values, and locks of an update and an Await work.
#include <gtest/gtest.h>

#include "builder.h"

namespace fencepost::core {
namespace {

using namespace testing;

Stmt spawn(Reg reg, FunctionId callee, std::vector<ExprPtr> args = {}, uint32_t at = 0) {
  return stmt(Spawn{reg, function_expr(callee, kPtr), std::move(args)}, at);
}
Stmt join(std::optional<Reg> reg, ExprPtr thread, uint32_t at = 0) { return stmt(Join{reg, std::move(thread)}, at); }

class Threads : public ::testing::Test {
 protected:
  Threads() : m({kUnsigned, kUnsigned, kInt, kInt}) {}
  void expect_returns(Bits bits, uint64_t seed = 0) {
    DefaultChoices choices;
    Budget budget;
    UndefSet checks = UndefSet::defaults();
    Outcome o = Interpreter(m.program, checks, choices, budget, {}, seed).run();
    ASSERT_EQ(name(o.kind), "finished") << o.reason;
    ASSERT_TRUE(o.result.has_value());
    EXPECT_TRUE(o.result->bits == bits) << static_cast<uint64_t>(o.result->bits) << ", seed " << seed;
  }
  Main m;
};

TEST_F(Threads, JoinGivesWhatTheThreadReturned) {
  FunctionId twice = m.function("twice", kInt);
  Reg arg = m.reg(twice);
  m.at(twice).params = {arg};
  m.define(twice, {ret(op(ExprOp::add, m.use(twice, arg), m.use(twice, arg)))});
  m.body({spawn(Reg{0}, twice, {num(21)}), join(Reg{2}, m.r(0)), ret(m.r(2))});
  expect_returns(42);
}

TEST_F(Threads, EndThreadGivesAValueFromInsideACall) {
  FunctionId deep = m.function("deep");
  m.define(deep, {stmt(EndThread{num(5)}), ret()});
  FunctionId worker = m.function("worker", kInt);
  m.define(worker, {m.call(deep), ret(num(6))});
  m.body({spawn(Reg{0}, worker), join(Reg{2}, m.r(0)), ret(m.r(2))});
  expect_returns(5);
}

// Whether the object that the pointer in `g` designates lives, when thread `of` has ended.
Block alive_after(Main& m, FunctionId of, ExprPtr g) {
  Reg found = m.reg(m.main, kPtr);
  return {spawn(Reg{0}, of), join(std::nullopt, m.r(0)), load(found, g, kPtr),
          ret(cast(ExprOp::bool_to_int, kInt, pred(ExprOp::ptr_alive, {m.use(m.main, found)})))};
}

TEST_F(Threads, EndThreadEndsTheObjectsOfAllActivations) {
  for (Storage storage : {Storage::automatic, Storage::temporary, Storage::heap}) {
    m = Main({kUnsigned, kUnsigned, kInt, kInt});
    ExprPtr g = m.global("g", 8);
    FunctionId deep = m.function("deep");
    m.define(deep, {stmt(EndThread{nullptr}), ret()});
    FunctionId worker = m.function("worker");
    Reg object = m.reg(worker, kPtr);
    m.define(worker, {stmt(Alloc{object, size(4), 4, storage, false, false, "x"}), store(g, m.use(worker, object)),
                      m.call(deep), ret()});
    m.body(alive_after(m, worker, g));
    expect_returns(storage == Storage::heap ? 1 : 0);
  }
}

TEST_F(Threads, EachHasItsOwnObjectsOfThreadStorage) {
  ExprPtr own = m.global("own"), g = m.global("g", 8);
  m.program.globals[0].storage = Storage::thread;
  m.define(m.program.init, {store(own, num(5))});
  FunctionId worker = m.function("worker", kInt);
  Reg found = m.reg(worker);
  m.define(worker, {load(found, own), store(own, num(7)), store(g, own), ret(m.use(worker, found))});
  m.body({store(own, num(6)), spawn(Reg{0}, worker), join(Reg{2}, m.r(0)), load(Reg{3}, own),
          ret(op(ExprOp::add, op(ExprOp::mul, m.r(2), num(10)), m.r(3)))});
  expect_returns(56);
  m.body(alive_after(m, worker, g));
  expect_returns(0);
}

TEST_F(Threads, NumbersDifferAndSelfKnowsThem) {
  FunctionId self = m.function("self", kUnsigned);
  Reg r = m.reg(self, kUnsigned);
  m.define(self, {stmt(Self{r}), ret(m.use(self, r))});
  m.body({spawn(Reg{0}, self), spawn(Reg{1}, self), join(Reg{2}, m.r(0)), join(Reg{3}, m.r(1)),
          ret(op(ExprOp::add, op(ExprOp::mul, m.r(2), num(10)), m.r(3)))});
  expect_returns(12);
}

// Two threads add one to a counter, unprotected: taking turns at every shared action loses one of the additions.
TEST_F(Threads, TurnsEndAtSharedActions) {
  ExprPtr x = m.global("x");
  FunctionId add = m.function("add");
  Reg r = m.reg(add);
  m.define(add, {load(r, x), store(x, op(ExprOp::add, m.use(add, r), num(1)))});
  m.body({stmt(AtomicBegin{}), spawn(Reg{0}, add), spawn(Reg{1}, add), stmt(AtomicEnd{}), join({}, m.r(0)),
          join({}, m.r(1)), load(Reg{2}, x), ret(m.r(2))});
  expect_returns(1);
}

TEST_F(Threads, AtomicSectionsAreNotInterrupted) {
  ExprPtr x = m.global("x");
  FunctionId add = m.function("add");
  Reg r = m.reg(add);
  m.define(add, {stmt(AtomicBegin{}), load(r, x), store(x, op(ExprOp::add, m.use(add, r), num(1))), stmt(AtomicEnd{})});
  m.body({spawn(Reg{0}, add), spawn(Reg{1}, add), join({}, m.r(0)), join({}, m.r(1)), load(Reg{2}, x), ret(m.r(2))});
  for (uint64_t seed = 0; seed < 20; ++seed) expect_returns(2, seed);
}

TEST_F(Threads, ALockOfAnUpdateAndAnAwaitIsTriedAgain) {
  ExprPtr x = m.global("x"), lock = m.global("lock");
  FunctionId add = m.function("add");
  Reg r = m.reg(add), old = m.reg(add);
  m.define(add, {stmt(Rmw{old, lock, kInt, nullptr, num(1), MemoryOrder::acquire}),
                 stmt(Await{pred(ExprOp::eq, {m.use(add, old), num(0)})}), load(r, x),
                 store(x, op(ExprOp::add, m.use(add, r), num(1))),
                 stmt(Store{lock, num(0), kInt, {}, MemoryOrder::release, false, false, false})});
  m.body({spawn(Reg{0}, add), spawn(Reg{1}, add), join({}, m.r(0)), join({}, m.r(1)), load(Reg{2}, x), ret(m.r(2))});
  for (uint64_t seed = 0; seed < 20; ++seed) expect_returns(2, seed);
}

TEST_F(Threads, AFailedAwaitLeavesNoTrace) {  // the update of a turn that is undone never happened
  ExprPtr x = m.global("x"), flag = m.global("flag");
  FunctionId worker = m.function("worker");
  Reg old = m.reg(worker), seen = m.reg(worker);
  ExprPtr sum = op(ExprOp::add, m.use(worker, old), num(1));
  m.define(worker, {stmt(AtomicBegin{}), stmt(Rmw{old, x, kInt, nullptr, sum, MemoryOrder::seq_cst}), load(seen, flag),
                    stmt(Await{pred(ExprOp::eq, {m.use(worker, seen), num(1)})}), stmt(AtomicEnd{})});
  m.body({spawn(Reg{0}, worker), store(x, num(10)), store(x, num(20)), store(flag, num(1)), join({}, m.r(0)),
          load(Reg{2}, x), ret(m.r(2))});
  expect_returns(21);
}

// A thread that writes x in a section and then does something else there; main fails where it sees that.
class StoppedSections : public Threads {
 protected:
  Outcome after_write(Stmt last, uint64_t seed, bool chooses = false) {
    ExprPtr x = m.global("x");
    FunctionId worker = m.function("worker");
    Reg any = m.reg(worker);
    Block body{stmt(AtomicBegin{}), store(x, num(1))};
    if (chooses) body.push_back(stmt(Choose{any, kInt}));
    body.push_back(std::move(last));
    body.push_back(stmt(AtomicEnd{}));
    m.define(worker, body);
    m.body({spawn(Reg{0}, worker), load(Reg{2}, x), check(Undef::assertion, pred(ExprOp::eq, {m.r(2), num(0)})),
            ret(num(0))});
    DefaultChoices choices;
    Budget budget;
    return Interpreter(m.program, UndefSet::strict(), choices, budget, Limits{}, seed).run();
  }
};

TEST_F(StoppedSections, NobodySeesTheMiddle) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_NE(name(after_write(stmt(Await{truth(false)}, 5), seed).kind), "violated") << "it is undone";
    EXPECT_NE(name(after_write(stmt(Assume{truth(false)}, 5), seed).kind), "violated");
    for (bool chooses : {false, true}) {
      Outcome ended = after_write(stmt(EndThread{nullptr}, 5), seed, chooses);
      EXPECT_NE(name(ended.kind), "violated");
      if (ended.kind == Outcome::Kind::unsupported) {
        EXPECT_EQ(ended.reason, "a thread that ends inside an atomic section");
        EXPECT_EQ(ended.pos, line(5));
      }
    }
    Outcome waits = after_write(stmt(Await{truth(false)}, 5), seed, true);
    EXPECT_NE(name(waits.kind), "violated");
    if (waits.kind == Outcome::Kind::unsupported) {
      EXPECT_EQ(waits.reason, "a wait inside an atomic section that has written");
    }
  }
}

TEST_F(Threads, BlockedThreadsAreNamed) {
  ExprPtr lock = m.global("lock");
  FunctionId worker = m.function("worker");
  Reg old = m.reg(worker);
  m.define(worker, {load(old, lock), stmt(Await{pred(ExprOp::eq, {m.use(worker, old), num(1)})}, 7)});
  m.body({spawn(Reg{0}, worker), join({}, m.r(0), 12), ret(num(0))});
  Outcome o = run(m.program);
  EXPECT_EQ(name(o.kind), "blocked");
  EXPECT_EQ(o.reason, "thread 0 waits at t.c:12; thread 1 waits at t.c:7");
}

TEST_F(Threads, AnAwaitAloneBlocksForGood) {
  m.body({stmt(Await{truth(false)}, 3), ret(num(0))});
  Outcome o = run(m.program);
  EXPECT_EQ(name(o.kind), "blocked");
  EXPECT_EQ(o.reason, "thread 0 waits at t.c:3");
}

TEST_F(Threads, AFailedAssumptionStopsItsThreadAlone) {
  FunctionId worker = m.function("worker");
  m.define(worker, {stmt(Assume{truth(false)}, 4)});
  m.body({spawn(Reg{0}, worker), ret(num(9))});
  expect_returns(9);
  m.body({spawn(Reg{0}, worker), join({}, m.r(0)), ret(num(9))});
  Outcome o = run(m.program);
  EXPECT_EQ(name(o.kind), "assume failed");
  EXPECT_EQ(o.pos, line(4));
}

TEST_F(Threads, TheProgramEndsWithItsFirstThread) {
  FunctionId forever = m.function("forever");
  m.at(forever).labels = 1;
  ExprPtr x = m.global("x");
  m.define(forever, {stmt(DefineLabel{Label{0}}), store(x, num(1)), stmt(Jump{Label{0}})});
  m.body({spawn(Reg{0}, forever), ret(num(3))});
  expect_returns(3);
}

TEST_F(Threads, WithoutItsFirstThreadTheProgramGoesOn) {
  ExprPtr x = m.global("x");
  FunctionId worker = m.function("worker");
  m.define(worker, {store(x, num(1)), check(Undef::assertion, truth(false), 8)});
  m.body({spawn(Reg{0}, worker), stmt(EndThread{nullptr})});
  Outcome o = run(m.program);
  ASSERT_EQ(name(o.kind), "violated");
  EXPECT_EQ(o.failures.front().pos, line(8));
}

TEST_F(Threads, JoiningAThreadThatNeverWasIsUnsupported) {
  m.body({join({}, num(7, kUnsigned), 2), ret(num(0))});
  Outcome o = run(m.program);
  EXPECT_EQ(name(o.kind), "unsupported");
  EXPECT_EQ(o.reason, "a thread waits for one that was never started");
}

}  // namespace
}  // namespace fencepost::core
