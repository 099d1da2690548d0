// Threads of one program and their atomic sections, which litmus tests do not have: what sync and section mean to every
// built-in model.
#include <gtest/gtest.h>

#include "memory/consistency.h"
#include "memory/model.h"

namespace fencepost::memory {
namespace {

struct Access {
  int thread;
  char kind;  // R, W, or P: a point where threads start or join
  uint32_t location = 0;
};

struct Builder {
  ExecutionGraph graph{{}};

  explicit Builder(const std::vector<Access>& accesses) {
    std::vector<Event> events;
    uint32_t position = 0;
    for (const Access& a : accesses)
      events.push_back({a.thread, ++position, a.kind == 'P' ? kNoLocation : a.location, std::string(1, a.kind)});
    graph = ExecutionGraph(events);
    for (EventId i = 0; i < accesses.size(); ++i) {
      if (accesses[i].kind == 'P') continue;
      graph.set(accesses[i].kind == 'R' ? "R" : "W").set(i);
      if (accesses[i].thread == kInitThread) continue;
      graph.set("A").set(i);
      graph.set("RLX").set(i);
      graph.set("Once").set(i);
    }
    graph.derive_static();
    graph.relation("sm") = graph.relation("id");
  }
  Builder& edge(const char* relation, EventId from, EventId to) {
    graph.relation(relation).set(from, to);
    return *this;
  }
  Builder& section(const std::vector<EventId>& events) {
    for (EventId a : events) {
      graph.set("SECTION").set(a);
      for (EventId b : events)
        if (a != b) graph.relation("section").set(a, b);
    }
    return *this;
  }
  std::optional<Reason> judge(const std::string& model) {
    graph.derive_communication();
    return Consistency(*load_model(model)).violation(graph);
  }
  bool allowed(const std::string& model) { return !judge(model); }
};

std::vector<std::string> all_models() {
  std::vector<std::string> names;
  for (const ModelSummary& m : builtin_models())
    if (m.name != "noassert") names.push_back(m.name);
  return names;
}

constexpr int kInit = kInitThread;

TEST(Threads, AChildSeesWhatItsParentWrote) {
  for (const std::string& model : all_models()) {
    // init x, W x, spawn | start, R x
    const std::vector<Access> accesses = {{kInit, 'W'}, {0, 'W'}, {0, 'P'}, {1, 'P'}, {1, 'R'}};
    EXPECT_FALSE(Builder(accesses).edge("co", 0, 1).edge("rf", 0, 4).edge("sync", 2, 3).allowed(model)) << model;
    EXPECT_TRUE(Builder(accesses).edge("co", 0, 1).edge("rf", 1, 4).edge("sync", 2, 3).allowed(model)) << model;
    // Without the edge the threads are strangers.
    EXPECT_TRUE(Builder(accesses).edge("co", 0, 1).edge("rf", 0, 4).allowed(model)) << model;
  }
}

TEST(Threads, AJoinSeesWhatTheThreadWrote) {
  for (const std::string& model : all_models()) {
    // init x | W x, end | join, R x
    const std::vector<Access> accesses = {{kInit, 'W'}, {1, 'W'}, {1, 'P'}, {0, 'P'}, {0, 'R'}};
    EXPECT_FALSE(Builder(accesses).edge("co", 0, 1).edge("rf", 0, 4).edge("sync", 2, 3).allowed(model)) << model;
    EXPECT_TRUE(Builder(accesses).edge("co", 0, 1).edge("rf", 1, 4).edge("sync", 2, 3).allowed(model)) << model;
  }
}

TEST(Threads, OrderGoesThroughGrandchildren) {
  for (const std::string& model : all_models()) {
    // init x, W x, spawn | start, spawn | start, R x
    const std::vector<Access> accesses = {{kInit, 'W'}, {0, 'W'}, {0, 'P'}, {1, 'P'}, {1, 'P'}, {2, 'P'}, {2, 'R'}};
    Builder b(accesses);
    b.edge("co", 0, 1).edge("rf", 0, 6).edge("sync", 2, 3).edge("sync", 4, 5);
    EXPECT_FALSE(b.allowed(model)) << model;
  }
}

TEST(Threads, AReadBeforeTheStartDoesNotSeeTheChild) {
  for (const std::string& model : all_models()) {
    // init x, R x, spawn | start, W x
    const std::vector<Access> accesses = {{kInit, 'W'}, {0, 'R'}, {0, 'P'}, {1, 'P'}, {1, 'W'}};
    EXPECT_FALSE(Builder(accesses).edge("co", 0, 4).edge("rf", 4, 1).edge("sync", 2, 3).allowed(model)) << model;
  }
}

TEST(Threads, CoherenceFollowsThem) {
  for (const std::string& model : all_models()) {
    // init x, W x, spawn | start, W x, end | join, W x
    const std::vector<Access> accesses = {{kInit, 'W'}, {0, 'W'}, {0, 'P'}, {1, 'P'}, {1, 'W'}};
    Builder against(accesses);
    against.edge("co", 0, 1).edge("co", 0, 4).edge("co", 4, 1).edge("sync", 2, 3);
    // Models that choose coherence themselves have no such execution; judged with the given one they reject it.
    EXPECT_FALSE(against.allowed(model)) << model;
  }
}

// x++ in two threads, each in a section of a read and a write: no update is lost.
TEST(Sections, AreOneStepOfTheGlobalOrder) {
  const std::vector<Access> accesses = {{kInit, 'W'}, {0, 'R'}, {0, 'W'}, {1, 'R'}, {1, 'W'}};
  for (const char* model : {"sc", "tso", "pso"}) {
    Builder lost(accesses);
    lost.edge("rf", 0, 1).edge("rf", 0, 3).edge("co", 0, 2).edge("co", 0, 4).edge("co", 2, 4);
    EXPECT_TRUE(lost.allowed(model)) << model;
    lost.section({1, 2}).section({3, 4});
    const std::optional<Reason> reason = lost.judge(model);
    ASSERT_TRUE(reason) << model;
    EXPECT_EQ(reason->axiom, model);
    for (size_t i = 0; i < reason->cycle.size(); ++i)
      EXPECT_EQ(reason->cycle[i].to, reason->cycle[(i + 1) % reason->cycle.size()].from) << model;

    Builder kept(accesses);
    kept.edge("rf", 0, 1).edge("rf", 2, 3).edge("co", 0, 2).edge("co", 0, 4).edge("co", 2, 4);
    EXPECT_TRUE(kept.section({1, 2}).section({3, 4}).allowed(model)) << model;
  }
}

// Store buffering: a section before the read drains the buffer.
TEST(Sections, OrderWhatIsAroundThem) {
  // init x, y, z | W x, R z, R y | W y, R z, R x
  const std::vector<Access> accesses = {{kInit, 'W', 0}, {kInit, 'W', 1}, {kInit, 'W', 2}, {0, 'W', 0}, {0, 'R', 2},
                                        {0, 'R', 1},     {1, 'W', 1},     {1, 'R', 2},     {1, 'R', 0}};
  for (const char* model : {"tso", "pso"}) {
    Builder b(accesses);
    b.edge("co", 0, 3).edge("co", 1, 6).edge("rf", 2, 4).edge("rf", 1, 5).edge("rf", 2, 7).edge("rf", 0, 8);
    EXPECT_TRUE(b.allowed(model)) << model;
    EXPECT_FALSE(b.section({4}).section({7}).allowed(model)) << model;
  }
}

// What happens inside a section is left out of the global order, not out of coherence.
TEST(Sections, StayCoherentInside) {
  const std::vector<Access> accesses = {{kInit, 'W'}, {0, 'R'}, {0, 'W'}};
  for (const char* model : {"sc", "tso", "pso"}) {
    Builder b(accesses);
    EXPECT_FALSE(b.edge("co", 0, 2).edge("rf", 2, 1).section({1, 2}).allowed(model)) << model;
  }
}

}  // namespace
}  // namespace fencepost::memory
