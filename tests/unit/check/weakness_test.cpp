// Weakness of runs that are built by hand: what overtook what, and fences only where the model says that they forbid it.
#include "check/weakness.h"

#include <gtest/gtest.h>

#include "check/allowed.h"

namespace fencepost::check {
namespace {

using memory::EventId;
using result::RunGraph;
using result::RunStep;
using Kind = RunStep::Kind;
using Pair = result::Weakness::Pair;

struct Access {
  uint32_t thread;
  bool write;
  uint32_t location;
  int source = -1;  // of a read: the access that it takes; -1: the initial value
};

// Two places; events 0 and 1 are their initial writes, access i is event i + 2. Coherence is list order.
class Built {
 public:
  explicit Built(const std::vector<Access>& accesses, bool is_c = false) {
    std::vector<memory::Event> events;
    for (uint32_t i = 0; i < 2; ++i) events.push_back({memory::kInitThread, i, i, {}});
    for (const Access& access : accesses)
      events.push_back({static_cast<int>(access.thread), static_cast<uint32_t>(events.size()), access.location, {}});
    graph = {
        memory::ExecutionGraph(events), {RunGraph::kNoStep, RunGraph::kNoStep}, std::vector<SourcePos>(events.size())};
    memory::ExecutionGraph& g = graph.graph;
    for (size_t i = 0; i < 2; ++i) g.set("W").set(i);
    for (uint32_t i = 0; i < accesses.size(); ++i) {
      const Access& access = accesses[i];
      g.set(access.write ? "W" : "R").set(i + 2);
      if (is_c) {
        g.set("RLX").set(i + 2);
        g.set("A").set(i + 2);
      }
      if (!access.write) g.relation("rf").set(access.source < 0 ? access.location : access.source + 2, i + 2);
      graph.steps.push_back(static_cast<uint32_t>(run.steps.size()));
      run.steps.push_back({access.write ? Kind::write : Kind::read, access.thread, cell(access.location),
                           access.source < 0 ? RunStep::kInitial : static_cast<uint32_t>(access.source)});
    }
    memory::Relation& co = g.relation("co");
    for (size_t a = 0; a < g.size(); ++a)
      for (size_t b = a + 1; b < g.size(); ++b)
        if (g.set("W").test(a) && g.set("W").test(b) && g.events()[a].location == g.events()[b].location) co.set(a, b);
    for (const char* name : {"sync", "rmw", "section"}) g.relation(name);
    g.relation("sm") = memory::Relation::identity(g.set("R") | g.set("W"));
    g.derive_static();
    g.derive_communication();
  }
  void flush(uint32_t thread, uint32_t location) {
    run.steps.push_back({Kind::flush, thread, cell(location), RunStep::kInitial});
  }
  std::optional<result::Weakness> weakness(const char* model, MachineKind machine) const {
    return check::weakness(run, graph, memory::load_model(model), machine);
  }

  static result::Cell cell(uint32_t location) { return {{true, 0, location}, 0, 32}; }
  result::ConcurrentRun run;
  RunGraph graph{memory::ExecutionGraph({}), {}, {}};
};

constexpr bool kRead = false, kWrite = true;
const std::vector<Access> kStoreBuffering = {{1, kWrite, 0}, {1, kRead, 1}, {2, kWrite, 1}, {2, kRead, 0}};

TEST(Weakness, ReadsOvertakeWritesInBuffers) {
  Built run(kStoreBuffering);
  run.flush(1, 0);
  run.flush(2, 1);
  auto found = run.weakness("tso", MachineKind::tso);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->cycle.size(), 4u);
  EXPECT_EQ(found->overtaken, (std::vector<Pair>{{2, 3}, {4, 5}}));
  EXPECT_EQ(found->fences, found->overtaken);
}

TEST(Weakness, WhatIsStillInABufferWasOvertaken) {
  auto found = Built(kStoreBuffering).weakness("tso", MachineKind::tso);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->overtaken.size(), 2u);
}

TEST(Weakness, WritesOvertakeWritesUnderPso) {
  Built run({{1, kWrite, 0}, {1, kWrite, 1}, {2, kRead, 1, 1}, {2, kRead, 0}});
  run.run.steps.insert(run.run.steps.begin() + 2, {Kind::flush, 1, Built::cell(1), RunStep::kInitial});
  run.graph.steps[4] = 3;
  run.graph.steps[5] = 4;
  auto found = run.weakness("pso", MachineKind::pso);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->overtaken, (std::vector<Pair>{{2, 3}}));
  EXPECT_EQ(found->fences, found->overtaken);
}

TEST(Weakness, OtherModelsTellTheCycleAndBothFences) {
  for (const char* model : {"rc11", "aarch64", "power", "riscv"}) {
    auto found = Built(kStoreBuffering, model == std::string("rc11")).weakness(model, MachineKind::given);
    ASSERT_TRUE(found) << model;
    EXPECT_TRUE(found->overtaken.empty()) << model;
    EXPECT_EQ(found->fences, (std::vector<Pair>{{2, 3}, {4, 5}})) << model;
  }
}

// As replay records atomic accesses of the program.
void make_atomic(Built& run) {
  const memory::EventSet& writes = run.graph.graph.set("W");
  run.graph.accesses.resize(run.graph.graph.size());
  for (uint32_t event = 2; event < run.graph.graph.size(); ++event)
    run.graph.accesses[event] = {event,
                                 writes.test(event) ? RunGraph::Access::Kind::store : RunGraph::Access::Kind::load,
                                 core::MemoryOrder::relaxed};
}

TEST(Weakness, ReleaseAndAcquireForbidThatAMessageOvertakesItsData) {
  for (const char* model : {"rc11", "aarch64"}) {
    Built run({{1, kWrite, 0}, {1, kWrite, 1}, {2, kRead, 1, 1}, {2, kRead, 0}}, model == std::string("rc11"));
    make_atomic(run);
    auto found = run.weakness(model, MachineKind::given);
    ASSERT_TRUE(found) << model;
    EXPECT_EQ(found->orders,
              (std::vector<result::Weakness::Order>{{3, core::MemoryOrder::release}, {4, core::MemoryOrder::acquire}}))
        << model;
  }
}

TEST(Weakness, OnlyTheAccessThatLacksAnOrderIsNamed) {
  Built run({{1, kWrite, 0}, {1, kWrite, 1}, {2, kRead, 1, 1}, {2, kRead, 0}}, true);
  make_atomic(run);
  run.graph.graph.set("RLX").reset(4);
  run.graph.graph.set("ACQ").set(4);
  run.graph.accesses[4].order = core::MemoryOrder::acquire;
  auto found = run.weakness("rc11", MachineKind::given);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->orders, (std::vector<result::Weakness::Order>{{3, core::MemoryOrder::release}}));
  EXPECT_EQ(found->fences, (std::vector<Pair>{{2, 3}}));
}

TEST(Weakness, OnStoreBuffersTheStoresHaveToBeSequentiallyConsistent) {
  Built run(kStoreBuffering);
  make_atomic(run);
  auto found = run.weakness("tso", MachineKind::tso);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->orders,
            (std::vector<result::Weakness::Order>{{2, core::MemoryOrder::seq_cst}, {4, core::MemoryOrder::seq_cst}}));
}

TEST(Weakness, NoOrdersForAccessesThatAreNotAtomic) {
  auto found = Built(kStoreBuffering).weakness("tso", MachineKind::tso);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->orders.empty());
}

TEST(Weakness, NoFencesForAModelThatKnowsNone) {
  auto found = Built(kStoreBuffering).weakness("coherence", MachineKind::given);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->fences.empty());
}

TEST(Weakness, NoFencesForWhatTheModelForbidsAnyway) {
  auto found = Built(kStoreBuffering, true).weakness("aarch64", MachineKind::given);  // A: acquires there
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->fences.empty());
}

TEST(Weakness, ARunOfSequentialConsistencyHasNone) {
  Built run({{1, kWrite, 0}, {1, kRead, 1}, {2, kWrite, 1}, {2, kRead, 0, 0}});
  run.flush(1, 0);
  EXPECT_FALSE(run.weakness("tso", MachineKind::tso));
}

TEST(Allowed, AGraphIsJudgedAsItIs) {
  Budget budget;
  auto consistent = [&](const Built& run, const char* model) {
    return is_consistent(run.graph.graph, memory::load_model(model), budget);
  };
  Built store_buffering(kStoreBuffering, true);
  EXPECT_TRUE(consistent(store_buffering, "rc11"));
  EXPECT_FALSE(consistent(store_buffering, "sc"));
  // The second read takes what the first saw overwritten.
  Built backwards({{1, kWrite, 0}, {2, kRead, 0, 0}, {2, kRead, 0}}, true);
  EXPECT_FALSE(consistent(backwards, "rc11"));
  // With the other order of these writes it would be allowed.
  Built overwritten({{1, kWrite, 0}, {2, kWrite, 0}, {2, kRead, 0, 0}, {1, kRead, 0, 0}}, true);
  EXPECT_FALSE(consistent(overwritten, "rc11"));
  EXPECT_TRUE(is_allowed(overwritten.graph.graph, memory::load_model("rc11"), budget));
}

}  // namespace
}  // namespace fencepost::check
