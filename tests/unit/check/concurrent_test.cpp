// Runs of programs with threads, proposed by hand: the right machine confirms them, the wrong one refuses and says why.
#include <gtest/gtest.h>

#include "../core/builder.h"
#include "check/replay.h"

namespace fencepost::check {
namespace {

using namespace core;
using core::testing::kInt;
using core::testing::kPtr;
using core::testing::kUnsigned;
using core::testing::load;
using core::testing::num;
using core::testing::op;
using core::testing::pred;
using core::testing::ret;
using core::testing::stmt;
using core::testing::store;
using result::RunStep;

using Kind = RunStep::Kind;
constexpr uint32_t kInitial = RunStep::kInitial;

result::Cell cell(uint32_t global, uint64_t at = 0, uint64_t width = 32) { return {{true, 0, global}, at, width}; }
RunStep read(uint32_t thread, uint32_t global, uint32_t source) { return {Kind::read, thread, cell(global), source}; }
RunStep write(uint32_t thread, uint32_t global) { return {Kind::write, thread, cell(global), kInitial}; }
RunStep update(uint32_t thread, uint32_t global, uint32_t source) {
  return {Kind::update, thread, cell(global), source};
}
RunStep flush(uint32_t thread, uint32_t global) { return {Kind::flush, thread, cell(global), kInitial}; }

Stmt atomic_store(ExprPtr ptr, ExprPtr value, MemoryOrder order, uint32_t at = 0) {
  return stmt(Store{std::move(ptr), std::move(value), kInt, {}, order, false, false, false}, at);
}
Stmt fence(MemoryOrder order) { return stmt(Fence{order}); }

// Threads 1 and 2 run `left` and `right`, main joins them into registers 2 and 3 and checks at line 90.
class Concurrent : public ::testing::Test {
 protected:
  Concurrent() : m({kUnsigned, kUnsigned, kInt, kInt}) {
    x = m.global("x");
    y = m.global("y");
    left = m.function("left", kInt);
    right = m.function("right", kInt);
    for (FunctionId f : {left, right})
      for (int i = 0; i < 2; ++i) m.reg(f);
  }
  ExprPtr l(uint32_t r) { return m.use(left, Reg{r}); }
  ExprPtr r(uint32_t r) { return m.use(right, Reg{r}); }

  // The check: not (left gave a and right gave b).
  void threads(Block a, Block b, int left_gives, int right_gives) {
    m.define(left, std::move(a));
    m.define(right, std::move(b));
    ExprPtr both = make(ExprOp::log_and, boolean_type(),
                        {pred(ExprOp::eq, {m.r(2), num(left_gives)}), pred(ExprOp::eq, {m.r(3), num(right_gives)})});
    m.body({stmt(Spawn{Reg{0}, function_expr(left, kPtr), {}}, 80),
            stmt(Spawn{Reg{1}, function_expr(right, kPtr), {}}, 81), stmt(Join{Reg{2}, m.r(0)}, 82),
            stmt(Join{Reg{3}, m.r(1)}, 83), core::testing::check(Undef::assertion, log_not(both), 90), ret(num(0))});
  }

  result::Claim violation(std::vector<RunStep> steps, uint32_t line = 90) {
    result::Claim v;
    v.kind = Undef::assertion;
    v.pos = core::testing::line(line);
    result::ConcurrentRun run;
    run.choices.resize(3);
    run.spawned = {{1, 2}, {}, {}};
    for (uint32_t i = 0; i < m.program.globals.size(); ++i) run.cells.push_back(cell(i));
    run.steps = std::move(steps);
    for (uint32_t i = 0; i < run.steps.size(); ++i)
      if (run.steps[i].kind == Kind::write || run.steps[i].kind == Kind::update) run.coherence.push_back(i);
    v.concurrent = std::move(run);
    return v;
  }
  std::string judge(const result::Claim& v, MachineKind kind) {
    Budget budget;
    const char* model = kind == MachineKind::sc    ? "sc"
                        : kind == MachineKind::tso ? "tso"
                        : kind == MachineKind::pso ? "pso"
                                                   : "aarch64";
    replayed = replay(m.program, v, UndefSet::defaults(), budget, program::Mapping(*memory::load_model(model)), kind);
    return replayed.problem.value_or("confirmed");
  }
  std::string judge(std::vector<RunStep> steps, MachineKind kind) {
    result::Claim v = violation(std::move(steps));
    return judge(v, kind);
  }

  Replayed replayed;
  core::testing::Main m;
  ExprPtr x, y;
  FunctionId left{}, right{};
};

constexpr const char* kExpected = "expected assertion at t.c:90, but ";

class StoreBuffering : public Concurrent {
 protected:
  void program(Block between = {}) {
    Block a = {store(x, num(1), 10, "x")}, b = {store(y, num(1), 20, "y")};
    a.insert(a.end(), between.begin(), between.end());
    b.insert(b.end(), between.begin(), between.end());
    a.push_back(load(Reg{0}, y, kInt, 11, "y"));
    a.push_back(ret(l(0), 12));
    b.push_back(load(Reg{0}, x, kInt, 21, "x"));
    b.push_back(ret(r(0), 22));
    threads(a, b, 0, 0);
  }
  std::vector<RunStep> steps{write(1, 0),          write(2, 1), read(1, 1, kInitial),
                             read(2, 0, kInitial), flush(1, 0), flush(2, 1)};
};

TEST_F(StoreBuffering, BuffersAllowIt) {
  program();
  EXPECT_EQ(judge(steps, MachineKind::tso), "confirmed");
  EXPECT_EQ(judge(steps, MachineKind::pso), "confirmed");
}

TEST_F(StoreBuffering, TheLastFlushesMayBeLeftOut) {
  program();
  steps.resize(4);
  EXPECT_EQ(judge(steps, MachineKind::tso), "confirmed");
}

TEST_F(StoreBuffering, OneMemoryDoesNot) {
  program();
  steps.resize(4);
  EXPECT_EQ(
      judge(steps, MachineKind::sc),
      std::string(kExpected) + "step 2 is a read of y by thread 1: it sees what step 1 wrote, not the initial value");
  EXPECT_EQ(judge({write(1, 0), read(1, 1, kInitial), write(2, 1), read(2, 0, 0)}, MachineKind::sc),
            std::string(kExpected) + "the run ends without a failed check");
}

TEST_F(StoreBuffering, OneMemoryHasNoBuffers) {
  program();
  EXPECT_EQ(judge({write(1, 0), flush(1, 0)}, MachineKind::sc),
            std::string(kExpected) + "step 1 is a flush of x by thread 1: no such write is in the buffer of thread 1");
}

TEST_F(StoreBuffering, AFullFenceForbidsIt) {
  program({fence(MemoryOrder::seq_cst)});
  EXPECT_EQ(judge(steps, MachineKind::tso),
            std::string(kExpected) + "step 2 is a read of y by thread 1, but it waits for its buffer to be empty");
}

TEST_F(StoreBuffering, AWeakerFenceDoesNot) {
  program({fence(MemoryOrder::acq_rel)});
  EXPECT_EQ(judge(steps, MachineKind::tso), "confirmed");
}

TEST_F(StoreBuffering, SequentiallyConsistentStoresDrain) {
  threads({atomic_store(x, num(1), MemoryOrder::seq_cst), load(Reg{0}, y), ret(l(0))},
          {atomic_store(y, num(1), MemoryOrder::seq_cst), load(Reg{0}, x), ret(r(0))}, 0, 0);
  EXPECT_EQ(judge(steps, MachineKind::tso),
            std::string(kExpected) + "step 2 is a read of y by thread 1, but it waits for its buffer to be empty");
}

TEST_F(StoreBuffering, TheStoryNamesBuffers) {
  program();
  result::Claim v = violation(steps);
  ASSERT_EQ(judge(v, MachineKind::tso), "confirmed");
  std::vector<std::string> told;
  for (const result::Step& step : replayed.trace)
    if (step.shared) told.push_back(std::to_string(step.thread) + ": " + step.text);
  EXPECT_EQ(told, (std::vector<std::string>{
                      "0: starts thread 1: left()", "0: starts thread 2: right()", "1: x = 1 (to its buffer)",
                      "2: y = 1 (to its buffer)", "1: y reads 0 (initial value; line 20 is still in thread 2's buffer)",
                      "2: x reads 0 (initial value; line 10 is still in thread 1's buffer)",
                      "1: flush: x = 1 reaches memory", "0: thread 1 has ended", "2: flush: y = 1 reaches memory",
                      "0: thread 2 has ended", "0: assertion fails: an assertion fails"}));
}

TEST_F(Concurrent, AThreadReadsItsOwnBuffer) {
  threads({store(x, num(1), 10), load(Reg{0}, x, kInt, 11), ret(l(0))}, {load(Reg{0}, x, kInt, 20), ret(r(0))}, 1, 0);
  std::vector<RunStep> steps{write(1, 0), read(1, 0, 0), read(2, 0, kInitial), flush(1, 0)};
  EXPECT_EQ(judge(steps, MachineKind::tso), "confirmed");
  steps[1].source = kInitial;
  EXPECT_EQ(
      judge(steps, MachineKind::tso),
      std::string(kExpected) + "step 1 is a read of x by thread 1: it sees what step 0 wrote, not the initial value");
}

class MessagePassing : public Concurrent {
 protected:
  void program(MemoryOrder order = MemoryOrder::relaxed) {
    threads({atomic_store(x, num(1), MemoryOrder::relaxed, 10), atomic_store(y, num(1), order, 11), ret(num(0))},
            {load(Reg{0}, y, kInt, 20), load(Reg{1}, x, kInt, 21),
             ret(op(ExprOp::add, op(ExprOp::mul, r(0), num(10)), r(1)))},
            0, 10);
  }
  std::vector<RunStep> steps{write(1, 0), write(1, 1), flush(1, 1), read(2, 1, 1), read(2, 0, kInitial), flush(1, 0)};
};

TEST_F(MessagePassing, OneBufferIsFirstInFirstOut) {
  program();
  EXPECT_EQ(judge(steps, MachineKind::tso),
            std::string(kExpected) +
                "step 2 is a flush of y by thread 1: the oldest write in the buffer of thread 1 is another: x = 1");
}

TEST_F(MessagePassing, ABufferForEachCellIsNot) {
  program();
  EXPECT_EQ(judge(steps, MachineKind::pso), "confirmed");
}

TEST_F(MessagePassing, AReleaseStoreWaitsForEarlierOnes) {
  program(MemoryOrder::release);
  EXPECT_EQ(judge(steps, MachineKind::pso),
            std::string(kExpected) +
                "step 2 is a flush of y by thread 1: a barrier keeps it behind an older write in "
                "the buffer of thread 1: x = 1");
}

TEST_F(MessagePassing, GivenSourcesNeedNoBuffers) {
  program();
  std::vector<RunStep> given{write(1, 0), write(1, 1), read(2, 1, 1), read(2, 0, kInitial)};
  EXPECT_EQ(judge(given, MachineKind::given), "confirmed");
  given[3].source = 0;
  EXPECT_EQ(judge(given, MachineKind::given), std::string(kExpected) + "the run ends without a failed check");
  given[3].source = 1;
  EXPECT_EQ(judge(given, MachineKind::given),
            std::string(kExpected) + "step 3 is a read of x by thread 2: step 1 writes another cell");
}

TEST_F(Concurrent, LoadBufferingIsReplayedByAPromise) {
  threads({load(Reg{0}, y), store(x, num(1)), ret(l(0))}, {load(Reg{0}, x), store(y, num(1)), ret(r(0))}, 1, 1);
  std::vector<RunStep> steps{read(1, 1, 3), write(1, 0), read(2, 0, 1), write(2, 1)};
  steps[0].promised = 1;
  EXPECT_EQ(judge(steps, MachineKind::given), "confirmed");
  EXPECT_EQ(judge(steps, MachineKind::tso),
            std::string(kExpected) + "step 0 is a read of y by thread 1: this value cannot be promised");
  steps[0].promised = 2;
  EXPECT_EQ(judge(steps, MachineKind::given),
            std::string(kExpected) + "step 3 does not write what an earlier step read from it");
  steps.pop_back();
  EXPECT_EQ(judge(steps, MachineKind::given),
            std::string(kExpected) + "step 0 is a read of y by thread 1: this value cannot be promised");
}

TEST_F(Concurrent, LoadBufferingCannotBeReplayedInOrder) {
  threads({load(Reg{0}, y), store(x, num(1)), ret(l(0))}, {load(Reg{0}, x), store(y, num(1)), ret(r(0))}, 1, 1);
  EXPECT_EQ(
      judge({read(1, 1, 3), write(1, 0), read(2, 0, 1), write(2, 1)}, MachineKind::given),
      std::string(kExpected) +
          "step 0 is a read of y by thread 1: the run cannot be replayed in order: it reads what step 3 writes later");
}

TEST_F(Concurrent, StepsMustBeThoseOfTheProgram) {
  threads({load(Reg{0}, x, kInt, 10), ret(l(0))}, {ret(num(0))}, 0, 0);
  EXPECT_EQ(judge({write(1, 0)}, MachineKind::sc),
            std::string(kExpected) + "step 0 is a write of x by thread 1, but it is about to read x at t.c:10");
  EXPECT_EQ(judge({read(1, 1, kInitial)}, MachineKind::sc),
            std::string(kExpected) + "step 0 is a read of y by thread 1, but it is about to read x at t.c:10");
  EXPECT_EQ(judge({read(2, 0, kInitial)}, MachineKind::sc),
            std::string(kExpected) + "step 0 is a read of x by thread 2, but it has ended");
  EXPECT_EQ(judge({read(3, 0, kInitial)}, MachineKind::sc),
            std::string(kExpected) + "step 0 is a read of x by thread 3, but thread 3 has not been started");
}

class AtomicSections : public Concurrent {
 protected:
  // Both add one; left gives what it read.
  void program() {
    auto add = [&](FunctionId f, uint32_t line) {
      ExprPtr value = m.use(f, Reg{0});
      return Block{stmt(AtomicBegin{}, line), load(Reg{0}, x, kInt, line + 1),
                   store(x, op(ExprOp::add, value, num(1)), line + 2), stmt(AtomicEnd{}, line + 3), ret(value)};
    };
    threads(add(left, 10), add(right, 20), 0, 1);
  }
};

TEST_F(AtomicSections, OneAfterTheOther) {
  program();
  std::vector<RunStep> steps{read(1, 0, kInitial), write(1, 0), read(2, 0, 1), write(2, 0)};
  EXPECT_EQ(judge(steps, MachineKind::sc), "confirmed");
  EXPECT_EQ(judge(steps, MachineKind::tso), "confirmed");
}

TEST_F(AtomicSections, NothingHappensInside) {
  program();
  EXPECT_EQ(judge({read(1, 0, kInitial), read(2, 0, kInitial)}, MachineKind::sc),
            std::string(kExpected) + "step 1 is a read of x by thread 2, inside an atomic section of thread 1");
}

TEST_F(AtomicSections, TheyBeginWithAnEmptyBuffer) {
  program();
  m.at(left).body.insert(m.at(left).body.begin(), store(y, num(1), 9, "y"));
  std::vector<RunStep> steps{write(1, 1), read(1, 0, kInitial), write(1, 0), read(2, 0, 2), write(2, 0)};
  EXPECT_EQ(
      judge(steps, MachineKind::tso),
      std::string(kExpected) + "step 1 is a read of x by thread 1, but it waits at t.c:10 for its buffer to be empty");
  for (RunStep& step : steps)
    if (step.source != kInitial) ++step.source;
  steps.insert(steps.begin() + 1, flush(1, 1));
  EXPECT_EQ(judge(steps, MachineKind::tso), "confirmed");
}

TEST_F(Concurrent, UpdatesReadAndWriteAtOnce) {
  auto exchange = [&](uint32_t line) {
    return stmt(Rmw{Reg{0}, x, kInt, pred(ExprOp::eq, {reg_expr(Reg{0}, kInt), num(0)}), num(5), MemoryOrder::seq_cst},
                line);
  };
  threads({exchange(10), ret(l(0))}, {exchange(20), ret(r(0))}, 0, 5);
  EXPECT_EQ(judge({update(1, 0, kInitial), read(2, 0, 0)}, MachineKind::tso), "confirmed");
  EXPECT_EQ(judge({update(1, 0, kInitial), update(2, 0, 0)}, MachineKind::sc),
            std::string(kExpected) +
                "step 1 is an update of x by thread 2, but the update fails its comparison and only reads");
  EXPECT_EQ(
      judge({update(1, 0, kInitial), read(2, 0, kInitial)}, MachineKind::sc),
      std::string(kExpected) + "step 1 is a read of x by thread 2: it sees what step 0 wrote, not the initial value");
}

// A word that the run has in two cells, of which another thread writes one.
class InParts : public Concurrent {
 protected:
  InParts() {
    threads({store(x, num(0x10001), 10, "x"), ret(num(0))}, {load(Reg{0}, x, kInt, 20, "x"), ret(r(0))}, 0, 0x10001);
  }
  static RunStep part(Kind kind, uint32_t thread, uint64_t at, uint32_t source = kInitial) {
    return {kind, thread, cell(0, at, 16), source};
  }
  std::string judge(std::vector<RunStep> steps, MachineKind kind) {
    result::Claim v = violation(std::move(steps));
    v.concurrent->cells = {cell(0, 0, 16), cell(0, 16, 16)};
    return Concurrent::judge(v, kind);
  }
};

TEST_F(InParts, AnAccessIsWhole) {
  EXPECT_EQ(
      judge({part(Kind::write, 1, 0), part(Kind::write, 1, 16), part(Kind::read, 2, 0, 0), part(Kind::read, 2, 16, 1)},
            MachineKind::sc),
      "confirmed");
  EXPECT_EQ(
      judge({part(Kind::write, 1, 0), part(Kind::read, 2, 0, 0), part(Kind::read, 2, 16), part(Kind::write, 1, 16)},
            MachineKind::sc),
      std::string(kExpected) + "the steps of one access do not follow each other from step 0");
  EXPECT_EQ(
      judge({part(Kind::read, 2, 0), part(Kind::write, 1, 0), part(Kind::write, 1, 16), part(Kind::read, 2, 16, 2)},
            MachineKind::sc),
      std::string(kExpected) + "the steps of one access do not follow each other from step 0");
}

TEST_F(InParts, AWriteLeavesTheBufferWhole) {
  std::vector<RunStep> steps = {part(Kind::write, 1, 0),  part(Kind::write, 1, 16),  part(Kind::flush, 1, 0),
                                part(Kind::flush, 1, 16), part(Kind::read, 2, 0, 0), part(Kind::read, 2, 16, 1)};
  for (MachineKind kind : {MachineKind::tso, MachineKind::pso}) EXPECT_EQ(judge(steps, kind), "confirmed");
  std::swap(steps[3], steps[5]);
  EXPECT_EQ(judge(steps, MachineKind::pso),
            std::string(kExpected) +
                "step 2 is a flush of x by thread 1: parts of one write reach memory at different times");
}

TEST_F(Concurrent, AnUpdateNeedsAnEmptyBuffer) {
  threads({store(y, num(1)), stmt(Rmw{Reg{0}, x, kInt, nullptr, num(5), MemoryOrder::relaxed}, 11), ret(l(0))},
          {load(Reg{0}, y), ret(r(0))}, 0, 0);
  std::vector<RunStep> steps{write(1, 1), update(1, 0, kInitial), read(2, 1, kInitial), flush(1, 1)};
  EXPECT_EQ(judge(steps, MachineKind::tso),
            std::string(kExpected) +
                "step 1 is an update of x by thread 1, but it waits at t.c:11 for its buffer to be empty");
}

TEST_F(Concurrent, AnAwaitThatFailsStopsItsThread) {
  threads({load(Reg{0}, x, kInt, 10), stmt(Await{pred(ExprOp::eq, {l(0), num(1)})}, 11), load(Reg{0}, y), ret(l(0))},
          {store(x, num(1)), ret(num(0))}, 0, 0);
  EXPECT_EQ(judge({write(2, 0), read(1, 0, 0), read(1, 1, kInitial)}, MachineKind::sc), "confirmed");
  EXPECT_EQ(
      judge({read(1, 0, kInitial), write(2, 0), read(1, 1, kInitial)}, MachineKind::sc),
      std::string(kExpected) + "step 2 is a read of y by thread 1, but the run is blocked: thread 1 waits at t.c:11");
}

TEST_F(Concurrent, ObjectsOfThreadsHaveNames) {
  // left publishes the address of its object in y (8 bytes), right writes there, left reads it back.
  m.program.globals[1].bytes = m.program.globals[1].align = 8;
  Reg p = m.reg(left, kPtr), q = m.reg(right, kPtr);
  ExprPtr lp = m.use(left, p), rq = m.use(right, q);
  threads({stmt(Alloc{p, num(4), 4, Storage::automatic, true, false, "local"}),
           stmt(Store{y, lp, kPtr, {}, MemoryOrder::plain, false, false, false}), load(Reg{0}, lp), ret(l(0))},
          {load(q, y, kPtr), store(rq, num(7)), ret(num(0))}, 7, 0);
  const result::Cell pointer{{true, 0, 1}, 0, 64}, local{{false, 1, 0}, 0, 32};
  result::Claim v = violation({{Kind::write, 1, pointer, kInitial},
                               {Kind::read, 2, pointer, 0},
                               {Kind::write, 2, local, kInitial},
                               {Kind::read, 1, local, 2}});
  v.concurrent->cells = {pointer, local};
  EXPECT_EQ(judge(v, MachineKind::sc), "confirmed");
  EXPECT_EQ(judge(v, MachineKind::given), "confirmed");
}

TEST_F(Concurrent, CopiesTouchCellByCell) {
  m.program.globals[0].bytes = m.program.globals[1].bytes = 8;
  ExprPtr high = core::testing::plus(x, 4);
  threads({store(x, num(1)), store(high, num(2)), ret(num(0))},
          {stmt(Copy{y, x, num(8), false}), load(Reg{0}, y), load(Reg{1}, core::testing::plus(y, 4)),
           ret(op(ExprOp::add, op(ExprOp::mul, r(0), num(10)), r(1)))},
          0, 2);
  const result::Cell low_cell = cell(0), high_cell = cell(0, 32);
  // The copy reads the low half before left writes it and the high half afterwards.
  result::Claim v = violation({{Kind::read, 2, low_cell, kInitial},
                               {Kind::write, 1, low_cell, kInitial},
                               {Kind::write, 1, high_cell, kInitial},
                               {Kind::read, 2, high_cell, 2}});
  v.concurrent->cells = {low_cell, high_cell};
  EXPECT_EQ(judge(v, MachineKind::sc), "confirmed");
  EXPECT_EQ(judge(v, MachineKind::given), "confirmed");
}

TEST_F(Concurrent, CopiesTouchCellsInAnyOrder) {
  m.program.globals[0].bytes = m.program.globals[1].bytes = 8;
  threads({store(x, num(1)), store(core::testing::plus(x, 4), num(2)), ret(num(0))},
          {stmt(Copy{y, x, num(8), false}), load(Reg{0}, y), load(Reg{1}, core::testing::plus(y, 4)),
           ret(op(ExprOp::add, op(ExprOp::mul, r(0), num(10)), r(1)))},
          0, 10);
  const result::Cell low_cell = cell(0), high_cell = cell(0, 32);
  result::Claim v = violation({{Kind::read, 2, high_cell, kInitial},
                               {Kind::write, 1, low_cell, kInitial},
                               {Kind::read, 2, low_cell, 1},
                               {Kind::write, 1, high_cell, kInitial}});
  v.concurrent->cells = {low_cell, high_cell};
  EXPECT_EQ(judge(v, MachineKind::sc), "confirmed");
}

// x + 10 * y reads 10 while left writes x and then y: y is read last.
TEST_F(Concurrent, OperandsInterleaveIfOthersMaySeeThem) {
  Stmt operands = core::testing::unseq({{load(Reg{1}, y, kInt, 20, "y")}, {load(Reg{0}, x, kInt, 20, "x")}});
  std::vector<RunStep> steps = {read(2, 0, kInitial), write(1, 0), write(1, 1), read(2, 1, 2)};
  auto program = [&] {
    threads({store(x, num(1)), store(y, num(1)), ret(num(0))},
            {operands, ret(op(ExprOp::add, op(ExprOp::mul, r(1), num(10)), r(0)))}, 0, 10);
  };
  program();
  EXPECT_EQ(judge(steps, MachineKind::sc),
            std::string(kExpected) + "step 0 is a read of x by thread 2, but it is about to read y at t.c:20");
  std::get<Unseq>(operands.kind).interleave = true;
  program();
  EXPECT_EQ(judge(steps, MachineKind::sc), "confirmed");
}

TEST_F(Concurrent, OneOperandComesBetweenTheAccessesOfAnother) {
  Stmt operands = core::testing::unseq(
      {{load(Reg{0}, x, kInt, 20, "x"), load(Reg{1}, x, kInt, 20, "x")}, {store(y, num(1), 20, "y")}});
  std::get<Unseq>(operands.kind).interleave = true;
  threads({load(Reg{0}, y), store(x, l(0)), ret(num(0))},
          {operands, ret(op(ExprOp::add, op(ExprOp::mul, r(0), num(10)), r(1)))}, 0, 1);
  EXPECT_EQ(judge({read(2, 0, kInitial), write(2, 1), read(1, 1, 1), write(1, 0), read(2, 0, 3)}, MachineKind::sc),
            "confirmed");
}

// Bits 0 to 3 and 4 to 7 of x are two bit-fields.
TEST_F(Concurrent, BitFieldsAreWrittenWithTheirNeighbours) {
  auto field = [&](uint8_t offset) {
    return stmt(Store{x, num(1), kInt, {offset, 4, 0, 8}, MemoryOrder::plain, false, false, false});
  };
  threads({field(0), ret(num(0))}, {field(4), load(Reg{0}, x), ret(r(0))}, 0, 16);
  const result::Cell both = cell(0, 0, 8), rest = cell(0, 8, 24);
  result::Claim v = violation({{Kind::read, 1, both, kInitial},
                               {Kind::read, 2, both, kInitial},
                               {Kind::write, 1, both, kInitial},
                               {Kind::write, 2, both, kInitial},
                               {Kind::read, 2, both, 3},
                               {Kind::read, 2, rest, kInitial}});
  v.concurrent->cells = {both, rest};
  EXPECT_EQ(judge(v, MachineKind::sc), "confirmed");
}

TEST_F(Concurrent, WhatThreadsShareMustBeACell) {
  threads({store(x, num(1), 10, "x"), ret(num(0))}, {load(Reg{0}, x, kInt, 20, "x"), ret(r(0))}, 0, 1);
  result::Claim v = violation({});
  v.concurrent->cells.clear();
  EXPECT_EQ(judge(v, MachineKind::tso),
            std::string(kExpected) + "threads share x at t.c:20, which is not among the run's cells");
}

TEST_F(Concurrent, BeforeTheFirstThreadNothingIsAStep) {
  threads({load(Reg{0}, x), ret(l(0))}, {ret(num(0))}, 3, 0);
  Block body = m.at(m.main).body;
  body.insert(body.begin(), store(x, num(3), 70));
  m.body(body);
  EXPECT_EQ(judge({read(1, 0, kInitial)}, MachineKind::tso), "confirmed");
}

TEST_F(Concurrent, ChoicesAreThoseOfTheThread) {
  threads({stmt(Choose{Reg{0}, kInt}), ret(l(0))}, {stmt(Choose{Reg{0}, kInt}), ret(r(0))}, 4, 5);
  result::Claim v = violation({});
  v.concurrent->choices = {{}, {core::testing::value_choice(4)}, {core::testing::value_choice(5)}};
  EXPECT_EQ(judge(v, MachineKind::sc), "confirmed");
  v.concurrent->choices = {{}, {core::testing::value_choice(4)}, {}};
  EXPECT_EQ(
      judge(v, MachineKind::sc),
      std::string(kExpected) + "the choices do not fit the program: the run asks for a value after its 0 choices");
}

TEST_F(Concurrent, TheProgramEndsAsLateAsItCan) {
  threads({load(Reg{0}, x), core::testing::check(Undef::assertion, pred(ExprOp::eq, {l(0), num(0)}), 90), ret(num(0))},
          {store(x, num(1)), ret(num(0))}, 0, 0);
  m.body({stmt(Spawn{Reg{0}, function_expr(left, kPtr), {}}), stmt(Spawn{Reg{1}, function_expr(right, kPtr), {}}),
          ret(num(0))});
  EXPECT_EQ(judge({write(2, 0), read(1, 0, 0)}, MachineKind::sc), "confirmed");
}

TEST_F(Concurrent, AnotherFailureStopsItsThreadAlone) {
  threads({core::testing::check(Undef::div_zero, truth(false), 40), ret(num(0))},
          {core::testing::check(Undef::assertion, truth(false), 90)}, 0, 0);
  EXPECT_EQ(judge(std::vector<RunStep>{}, MachineKind::sc), "confirmed");
}

class DataRace : public Concurrent {
 protected:
  result::Claim race(std::vector<RunStep> steps, uint32_t line) {
    result::Claim v = violation(std::move(steps), line);
    v.kind = Undef::data_race;
    v.concurrent->stops_before_race = true;
    return v;
  }
};

TEST_F(DataRace, OneAfterTheOtherWithoutOrder) {
  threads({store(x, num(1), 10, "x"), ret(num(0))}, {load(Reg{0}, x, kInt, 20, "x"), ret(r(0))}, 0, 0);
  result::Claim v = race({write(1, 0), read(2, 0, 0)}, 10);
  v.concurrent->stops_before_race = false;
  v.concurrent->races_at = 1;
  EXPECT_EQ(judge(v, MachineKind::given), "confirmed");
  EXPECT_EQ(replayed.trace.back().text, "data-race fails: nothing orders it after line 10 of thread 1");
  v = race({write(1, 0)}, 10);
  v.concurrent->stops_before_race = false;
  EXPECT_EQ(judge(v, MachineKind::given), "expected data-race at t.c:10, but a race needs two steps");
}

TEST_F(DataRace, OneAfterTheOtherInOrder) {
  threads({store(x, num(1), 10, "x"), ret(num(0))}, {ret(num(0))}, 0, 0);
  Block body = m.at(m.main).body;
  body.insert(body.begin() + 3, load(Reg{2}, x, kInt, 84));
  m.body(body);
  result::Claim v = race({write(1, 0), read(0, 0, 0)}, 10);
  v.concurrent->stops_before_race = false;
  v.concurrent->races_at = 1;
  EXPECT_EQ(judge(v, MachineKind::given),
            "expected data-race at t.c:10, but a read of x by thread 0 races with nothing");
}

TEST_F(DataRace, BothAccessesAreAboutToHappen) {
  threads({store(x, num(1), 10, "x"), ret(num(0))}, {load(Reg{0}, x, kInt, 20, "x"), ret(r(0))}, 0, 0);
  result::Claim v = race({write(1, 0), read(2, 0, 0)}, 20);
  EXPECT_EQ(judge(v, MachineKind::sc), "confirmed");
  EXPECT_EQ(replayed.trace.back().text, "data-race fails: reads x at the same time");
  v = race({write(1, 0), read(2, 0, 0)}, 10);
  EXPECT_EQ(judge(v, MachineKind::sc), "confirmed");
  v = race({write(1, 0), read(2, 0, 0)}, 11);
  EXPECT_EQ(judge(v, MachineKind::sc),
            "expected data-race at t.c:11, but the accesses at t.c:10 and at t.c:20 race instead");
}

TEST_F(DataRace, NotBothAtomicAndNotBothReads) {
  threads({atomic_store(x, num(1), MemoryOrder::relaxed, 10), ret(num(0))},
          {atomic_store(x, num(2), MemoryOrder::relaxed, 20), ret(num(0))}, 0, 0);
  result::Claim v = race({write(1, 0), write(2, 0)}, 20);
  EXPECT_EQ(judge(v, MachineKind::sc), "expected data-race at t.c:20, but both racing accesses are atomic");
  threads({load(Reg{0}, x, kInt, 10), ret(l(0))}, {load(Reg{0}, x, kInt, 20), ret(r(0))}, 0, 0);
  v = race({read(1, 0, kInitial), read(2, 0, kInitial)}, 20);
  EXPECT_EQ(judge(v, MachineKind::sc), "expected data-race at t.c:20, but neither of the racing accesses writes");
}

TEST_F(DataRace, AnUpdateThatFailsReads) {
  auto exchange = [&](int expected) {
    Stmt exchanging = stmt(Rmw{Reg{0}, x, kInt, pred(ExprOp::eq, {l(0), num(expected)}), num(2)}, 10, "x");
    threads({exchanging, ret(num(0))}, {load(Reg{0}, x, kInt, 20, "x"), ret(r(0))}, 0, 0);
    result::Claim v = race({update(1, 0, kInitial), read(2, 0, kInitial)}, 20);
    return judge(v, MachineKind::sc);
  };
  EXPECT_EQ(exchange(0), "confirmed");
  EXPECT_EQ(exchange(1), "expected data-race at t.c:20, but the racing update would fail its comparison and only read");
}

TEST_F(DataRace, OrderedByAThreadsEndIsNone) {
  threads({store(x, num(1), 10), ret(num(0))}, {ret(num(0))}, 0, 0);
  Block body = m.at(m.main).body;
  body.insert(body.begin() + 3, load(Reg{2}, x, kInt, 84));
  m.body(body);
  result::Claim v = race({write(1, 0), read(0, 0, 0)}, 84);
  EXPECT_EQ(judge(v, MachineKind::sc),
            "expected data-race at t.c:84, but step 1 is a read of x by thread 0, but it waits for another thread at "
            "t.c:82");
}

}  // namespace
}  // namespace fencepost::check
