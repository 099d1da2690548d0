// The execution graph that the checker makes of what the interpreter does: one thread with every kind of event and dependency,
// beside another that uses the same places.
#include <gtest/gtest.h>

#include <set>

#include "../core/builder.h"
#include "check/join_points.h"
#include "check/replay.h"

namespace fencepost::check {
namespace {

using namespace core;
using core::testing::if_;
using core::testing::kInt;
using core::testing::kPtr;
using core::testing::kUnsigned;
using core::testing::let;
using core::testing::num;
using core::testing::op;
using core::testing::pred;
using core::testing::ret;
using core::testing::stmt;
using result::RunStep;
using Kind = RunStep::Kind;

constexpr uint32_t kInitial = RunStep::kInitial;

RunStep step(Kind kind, uint32_t global, uint32_t source = kInitial) {
  return {kind, 1, {{true, 0, global}, 0, 32}, source};
}

// Thread 1 runs `body` with four registers, main joins it and fails.
class RecordedGraph : public ::testing::Test {
 protected:
  RecordedGraph() : m({kUnsigned}) {
    x = m.global("x");
    y = m.global("y");
    own = m.global("own", 8);
    thread = m.function("thread", kInt);
    for (int i = 0; i < 4; ++i) m.reg(thread);
  }
  ExprPtr r(uint32_t n) { return m.use(thread, Reg{n}); }
  static Stmt load(uint32_t reg, ExprPtr ptr, MemoryOrder order = MemoryOrder::relaxed) {
    return stmt(Load{Reg{reg}, std::move(ptr), kInt, {}, order, false});
  }
  static Stmt store(ExprPtr ptr, ExprPtr value, MemoryOrder order = MemoryOrder::relaxed) {
    return stmt(Store{std::move(ptr), std::move(value), kInt, {}, order, false, false, false});
  }

  // What replay gives for these steps of thread 1; `coherence`: all its writes, in order.
  Replayed replayed(Block body, std::vector<RunStep> steps, const char* model,
                    std::optional<std::vector<uint32_t>> coherence = {}) {
    body.push_back(ret(num(0)));
    m.define(thread, std::move(body));
    m.body({stmt(Spawn{Reg{0}, function_expr(thread, kPtr), {}}, 1), stmt(Join{std::nullopt, m.r(0)}, 2),
            core::testing::check(Undef::assertion, truth(false), 3), ret(num(0))});
    result::Claim claim;
    claim.kind = Undef::assertion;
    claim.pos = core::testing::line(3);
    result::ConcurrentRun& run = claim.concurrent.emplace();
    run.choices.resize(2);
    run.spawned = {{1}, {}};
    run.cells = {{{true, 0, 0}, 0, 32}, {{true, 0, 1}, 0, 32}};
    run.steps = std::move(steps);
    for (uint32_t i = 0; i < run.steps.size(); ++i)
      if (run.steps[i].kind != Kind::read) run.coherence.push_back(i);
    if (coherence) run.coherence = *coherence;
    Budget budget;
    return replay(m.program, claim, UndefSet::defaults(), budget, program::Mapping(*memory::load_model(model)),
                  MachineKind::given);
  }
  result::RunGraph graph(Block body, std::vector<RunStep> steps, const char* model) {
    Replayed made = replayed(std::move(body), std::move(steps), model);
    EXPECT_EQ(made.problem.value_or("none"), "none");
    return made.graph.value_or(result::RunGraph{memory::ExecutionGraph({}), {}, {}});
  }

  core::testing::Main m;
  ExprPtr x, y, own;
  FunctionId thread{};
};

// Pairs of steps.
std::set<std::pair<uint32_t, uint32_t>> related(const result::RunGraph& run, const char* name) {
  std::set<std::pair<uint32_t, uint32_t>> pairs;
  if (const memory::Relation* relation = run.graph.find_relation(name))
    relation->for_each([&](size_t a, size_t b) {
      if (run.steps[a] != result::RunGraph::kNoStep && run.steps[b] != result::RunGraph::kNoStep)
        pairs.insert({run.steps[a], run.steps[b]});
    });
  return pairs;
}
using Pairs = std::set<std::pair<uint32_t, uint32_t>>;

std::vector<uint32_t> steps_in(const result::RunGraph& run, const char* set) {
  std::vector<uint32_t> steps;
  if (const memory::EventSet* found = run.graph.find_set(set))
    found->for_each([&](size_t event) { steps.push_back(run.steps[event]); });
  return steps;
}

TEST_F(RecordedGraph, AValueRestsOnReadsHoweverItIsComputed) {
  Block body = {load(0, x), let(Reg{1}, op(ExprOp::bit_xor, r(0), r(0))), store(y, r(1))};
  result::RunGraph run = graph(body, {step(Kind::read, 0), step(Kind::write, 1)}, "aarch64");
  EXPECT_EQ(related(run, "data"), (Pairs{{0, 1}}));
  EXPECT_TRUE(related(run, "addr").empty());
  EXPECT_TRUE(related(run, "ctrl").empty());
}

TEST_F(RecordedGraph, AValueGoesThroughMemoryOfTheThreadsOwn) {
  Block body = {load(0, x),
                store(own, r(0)),
                store(own, num(7)),
                store(core::testing::plus(own, 4), r(0)),
                load(1, own),
                store(y, r(1)),
                load(2, core::testing::plus(own, 4)),
                store(y, r(2))};
  result::RunGraph run = graph(body, {step(Kind::read, 0), step(Kind::write, 1), step(Kind::write, 1)}, "aarch64");
  EXPECT_EQ(related(run, "data"), (Pairs{{0, 2}})) << "what was overwritten does not count";
}

TEST_F(RecordedGraph, AnAddressThatIsComputedFromARead) {
  ExprPtr offset = make(ExprOp::int_cast, int_type(64, true), {op(ExprOp::bit_and, r(0), num(0))});
  Block body = {load(0, x), load(1, make(ExprOp::ptr_add, kPtr, {y, offset}))};
  result::RunGraph run = graph(body, {step(Kind::read, 0), step(Kind::read, 1)}, "power");
  EXPECT_EQ(related(run, "addr"), (Pairs{{0, 1}}));
  EXPECT_TRUE(related(run, "data").empty());
}

TEST_F(RecordedGraph, ControlLastsOnMachinesAndEndsWherePathsMeetInTheKernel) {
  Block body = {load(0, x), if_(pred(ExprOp::eq, {r(0), num(0)}), {store(y, num(1))}), store(x, num(1))};
  const std::vector<RunStep> steps = {step(Kind::read, 0), step(Kind::write, 1), step(Kind::write, 0)};
  EXPECT_EQ(related(graph(body, steps, "aarch64"), "ctrl"), (Pairs{{0, 1}, {0, 2}}));
  EXPECT_EQ(related(graph(body, steps, "lkmm"), "ctrl"), (Pairs{{0, 1}}));
}

TEST_F(RecordedGraph, ValuesAndControlGoThroughCalls) {
  FunctionId callee = m.function("callee", kInt);
  Reg param = m.reg(callee);
  m.at(callee).params = {param};
  m.define(callee, {if_(pred(ExprOp::ne, {m.use(callee, param), num(9)}), {ret(m.use(callee, param))}), ret(num(0))});
  Block body = {load(0, x), m.call(callee, {r(0)}, Reg{1}), store(y, r(1))};
  const std::vector<RunStep> steps = {step(Kind::read, 0), step(Kind::write, 1)};
  result::RunGraph on_machine = graph(body, steps, "aarch64"), in_kernel = graph(body, steps, "lkmm");
  EXPECT_EQ(related(on_machine, "data"), (Pairs{{0, 1}}));
  EXPECT_EQ(related(on_machine, "ctrl"), (Pairs{{0, 1}}));
  EXPECT_TRUE(related(in_kernel, "ctrl").empty()) << "the call is over";
}

TEST_F(RecordedGraph, OrdersBecomeWhatTheModelsTableSays) {
  Block body = {load(0, x, MemoryOrder::acquire), stmt(Fence{MemoryOrder::seq_cst}),
                store(y, num(1), MemoryOrder::release)};
  const std::vector<RunStep> steps = {step(Kind::read, 0), step(Kind::write, 1)};
  result::RunGraph arm = graph(body, steps, "aarch64");
  EXPECT_EQ(steps_in(arm, "A"), (std::vector<uint32_t>{0}));
  EXPECT_EQ(steps_in(arm, "L"), (std::vector<uint32_t>{1}));
  EXPECT_EQ(steps_in(arm, "DMB.ISH").size(), steps_in(graph({}, {}, "aarch64"), "DMB.ISH").size() + 1);
  EXPECT_EQ(related(arm, "po"), (Pairs{{0, 1}}));
  result::RunGraph c = graph(body, steps, "rc11");
  EXPECT_EQ(steps_in(c, "ACQ"), (std::vector<uint32_t>{0}));
  EXPECT_EQ(steps_in(c, "REL"), (std::vector<uint32_t>{1}));
}

TEST_F(RecordedGraph, AnUpdateThatFailsOnlyReads) {
  auto exchange = [&](int wanted) {
    return stmt(Rmw{Reg{0}, x, kInt, pred(ExprOp::eq, {r(0), num(wanted)}), num(5), MemoryOrder::relaxed});
  };
  result::RunGraph run = graph({exchange(0), exchange(1)}, {step(Kind::update, 0), step(Kind::read, 0, 0)}, "aarch64");
  EXPECT_EQ(related(run, "rmw"), (Pairs{{0, 0}}));
  EXPECT_EQ(related(run, "rf"), (Pairs{{0, 1}}));
}

TEST_F(RecordedGraph, OperandsAreNotInProgramOrder) {
  Unseq operands{{{load(0, x)}, {load(1, y)}}};
  operands.interleave = true;
  Block body = {stmt(operands), store(x, num(1))};
  result::RunGraph run = graph(body, {step(Kind::read, 1), step(Kind::read, 0), step(Kind::write, 0)}, "aarch64");
  EXPECT_EQ(related(run, "po"), (Pairs{{0, 2}, {1, 2}}));
}

TEST_F(RecordedGraph, CoherenceMustBeAnOrderOfAllWrites) {
  Block body = {store(x, num(1)), store(x, num(2))};
  const std::vector<RunStep> steps = {step(Kind::write, 0), step(Kind::write, 0)};
  Replayed made = replayed(body, steps, "aarch64", std::vector<uint32_t>{1, 0});
  ASSERT_TRUE(made.graph) << "any order will do here; the model judges it";
  EXPECT_EQ(related(*made.graph, "co"), (Pairs{{1, 0}}));
  EXPECT_EQ(replayed(body, steps, "aarch64", std::vector<uint32_t>{1}).problem,
            "the coherence order leaves out a write");
  EXPECT_EQ(replayed(body, steps, "aarch64", std::vector<uint32_t>{1, 0, 1}).problem,
            "step 1 is twice in the coherence order");
}

TEST_F(RecordedGraph, WhatOrdersOthersMustBeAStep) {
  Block body = {store(own, num(1), MemoryOrder::seq_cst), store(x, num(1))};
  Replayed made = replayed(body, {step(Kind::write, 0)}, "aarch64");
  EXPECT_NE(made.problem.value_or("").find("an access of order seq_cst"), std::string::npos);
}

// Statements of a function, by line.
const Stmt* met(const core::testing::Builder& b, FunctionId id, const Stmt& branch) {
  return JoinPoints(b.program.function(id)).of(branch);
}

TEST(JoinPoints, BranchesMeetBehindTheIfTheLoopAndAtTheEnd) {
  core::testing::Builder b;
  FunctionId f = b.function("f");
  b.reg(f);
  ExprPtr some = pred(ExprOp::eq, {b.use(f, Reg{0}), num(0)});
  b.at(f).labels = 3;
  // if (..) { if (..) r = 1; } head: if (!..) goto end; r = 2; goto head; end: if (..) return; r = 3;
  b.define(f, {if_(some, {if_(some, {let(Reg{0}, num(1))})}), stmt(DefineLabel{Label{0}}),
               stmt(Branch{some, Label{1}, Label{2}}), stmt(DefineLabel{Label{1}}), let(Reg{0}, num(2)),
               stmt(Jump{Label{0}}), stmt(DefineLabel{Label{2}}), if_(some, {ret()}), let(Reg{0}, num(3))});
  const Block& body = b.program.function(f).body;
  const Stmt& inner = std::get<If>(body[0].kind).then_block[0];
  EXPECT_EQ(met(b, f, body[0]), &body[2]) << "a mark is no statement that is executed";
  EXPECT_EQ(met(b, f, inner), &body[2]);
  EXPECT_EQ(met(b, f, body[2]), &body[7]);
  EXPECT_EQ(met(b, f, body[7]), nullptr);
}

}  // namespace
}  // namespace fencepost::check
