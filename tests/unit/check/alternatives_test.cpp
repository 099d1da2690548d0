// What reads of small runs could have taken instead, as the models say.
#include "check/alternatives.h"

#include <gtest/gtest.h>

namespace fencepost::check {
namespace {

using memory::EventId;
using result::RunGraph;
using Others = std::optional<std::vector<EventId>>;

Others only(std::vector<EventId> events) { return events; }

struct Access {
  int thread;
  bool write;
  uint32_t location;
  EventId source = 0;    // of a read
  bool updates = false;  // a write that is the second half of an update, whose first is the access before
};

// Two places; events 0 and 1 are their initial writes, access i is event i + 2. Coherence is list order.
RunGraph built(const std::vector<Access>& accesses) {
  std::vector<memory::Event> events;
  for (uint32_t i = 0; i < 2; ++i) events.push_back({memory::kInitThread, i, i, {}});
  for (const Access& access : accesses)
    events.push_back({access.thread, static_cast<uint32_t>(events.size()), access.location, {}});
  RunGraph run{memory::ExecutionGraph(events), {}, std::vector<SourcePos>(events.size())};
  memory::ExecutionGraph& g = run.graph;
  for (size_t i = 0; i < 2; ++i) g.set("W").set(i);
  for (const char* name : {"rf", "sync", "rmw", "section"}) g.relation(name);
  g.set("R");
  for (uint32_t i = 0; i < accesses.size(); ++i) {
    const Access& access = accesses[i];
    g.set(access.write ? "W" : "R").set(i + 2);
    if (!access.write) g.relation("rf").set(access.source, i + 2);
    if (access.updates) g.relation("rmw").set(i + 1, i + 2);
  }
  memory::Relation& co = g.relation("co");
  for (size_t a = 0; a < g.size(); ++a)
    for (size_t b = a + 1; b < g.size(); ++b)
      if (g.set("W").test(a) && g.set("W").test(b) && g.events()[a].location == g.events()[b].location) co.set(a, b);
  g.relation("sm") = memory::Relation::identity(g.set("R") | g.set("W"));
  g.derive_static();
  g.derive_communication();
  return run;
}

std::vector<Others> of(const std::vector<Access>& accesses, const char* model) {
  const Budget budget;
  return alternatives(built(accesses), memory::load_model(model), budget);
}

TEST(Alternatives, OfManyUpdatesTakeNoTime) {
  std::vector<Access> run;
  for (EventId i = 0; i < 1000; ++i) {
    run.push_back({0, false, 0, i == 0 ? 0 : 2 * i + 1});
    run.push_back({0, true, 0, 0, true});
  }
  EXPECT_EQ(of(run, "sc")[2], only({})) << "all writes follow from the first read";
}

TEST(Alternatives, AreNotSoughtWithoutTime) {
  Budget budget;
  budget.cancel();
  const RunGraph run = built({{0, true, 0}, {0, false, 1, 1}, {1, true, 1}, {1, false, 0, 0}});
  EXPECT_EQ(alternatives(run, memory::load_model("tso"), budget)[3], std::nullopt);
}

TEST(Alternatives, OfStoreBuffering) {
  const std::vector<Access> run = {{0, true, 0}, {0, false, 1, 1}, {1, true, 1}, {1, false, 0, 0}};
  const std::vector<Others> found = of(run, "tso");
  EXPECT_EQ(found[3], only({4}));
  EXPECT_EQ(found[5], only({2}));
  EXPECT_EQ(found[2], std::nullopt) << "a write takes nothing";
}

// What follows from a read takes nothing away from it, and what came before stays.
TEST(Alternatives, OfTwoReadsOfOnePlace) {
  const std::vector<Others> found = of({{0, true, 0}, {1, false, 0, 2}, {1, false, 0, 2}}, "sc");
  EXPECT_EQ(found[3], only({0}));
  EXPECT_EQ(found[4], only({}));
}

TEST(Alternatives, DependOnTheModel) {
  const std::vector<Access> run = {{0, true, 0}, {0, true, 1}, {1, false, 1, 3}, {1, false, 0, 2}};
  EXPECT_EQ(of(run, "sc")[5], only({}));
  EXPECT_EQ(of(run, "tso")[5], only({}));
  EXPECT_EQ(of(run, "pso")[5], only({0}));
}

// Reads of what came to be because of the read itself are no alternatives.
TEST(Alternatives, NotWhatFollowsFromTheRead) {
  const std::vector<Others> found = of({{0, false, 0, 0}, {0, true, 1}, {1, false, 1, 3}, {1, true, 0}}, "tso");
  EXPECT_EQ(found[2], only({}));
}

TEST(Alternatives, NotWhatAnotherUpdateTook) {
  const std::vector<Others> found =
      of({{0, false, 0, 0}, {0, true, 0, 0, true}, {1, false, 0, 3}, {1, true, 0, 0, true}}, "sc");
  EXPECT_EQ(found[4], only({}));
  // Without the other's write it could have.
  EXPECT_EQ(of({{0, false, 0, 0}, {0, true, 0}, {1, false, 0, 3}, {1, true, 0, 0, true}}, "sc")[4], only({0}));
}

}  // namespace
}  // namespace fencepost::check
