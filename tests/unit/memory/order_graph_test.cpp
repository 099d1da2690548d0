// The incremental order graph against the closure computed from scratch: every answer after every insertion, every refused
// edge with a shortest way back, every undo.
#include "memory/order_graph.h"

#include <gtest/gtest.h>

#include <random>

namespace fencepost::memory {
namespace {

void expect_path(const OrderGraph& graph, const Relation& edges, EventId from, EventId to) {
  const std::vector<OrderEdge> path = graph.path(from, to);
  ASSERT_FALSE(path.empty());
  EXPECT_EQ(path.front().from, from);
  EXPECT_EQ(path.back().to, to);
  for (size_t i = 0; i < path.size(); ++i) {
    EXPECT_TRUE(edges.test(path[i].from, path[i].to));
    if (i > 0) {
      EXPECT_EQ(path[i - 1].to, path[i].from);
    }
    if (path[i].label != OrderGraph::kFixed) {
      EXPECT_EQ(path[i].label, path[i].from * 1000 + path[i].to);
    }
  }
}

class OrderGraphSizes : public testing::TestWithParam<size_t> {};

TEST_P(OrderGraphSizes, AgreesWithTheClosureFromScratch) {
  const size_t n = GetParam();
  for (unsigned seed = 0; seed < (n < 20 ? 40u : 4u); ++seed) {
    std::mt19937 random(seed);
    const auto event = [&] { return static_cast<EventId>(random() % n); };
    Relation edges(n);
    for (size_t i = 0; i < n; ++i) {
      const EventId a = event(), b = event();
      if (a < b && random() % 2 == 0) edges.set(a, b);
    }
    OrderGraph graph(edges);
    EXPECT_EQ(graph.closure(), edges.closure());
    std::vector<std::pair<size_t, Relation>> marks;
    for (size_t step = 0; step < 4 * n; ++step) {
      if (random() % 8 == 0) marks.emplace_back(graph.mark(), edges);
      if (random() % 16 == 0 && !marks.empty()) {
        graph.undo(marks.back().first);
        edges = marks.back().second;
        marks.pop_back();
        ASSERT_EQ(graph.closure(), edges.closure());
      }
      const EventId a = event(), b = event();
      Relation with = edges;
      with.set(a, b);
      const bool acyclic = with.acyclic();
      ASSERT_EQ(graph.closes_cycle(a, b), !acyclic);
      ASSERT_EQ(graph.add(a, b, a * 1000 + b), acyclic);
      if (acyclic)
        edges = with;
      else if (a != b)
        expect_path(graph, edges, b, a);
      ASSERT_EQ(graph.closure(), edges.closure());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, OrderGraphSizes, testing::Values(1, 2, 3, 5, 9, 17, 63, 64, 65, 130));

TEST(OrderGraph, PathsAreShortest) {
  OrderGraph graph(5);
  for (EventId i = 0; i < 4; ++i) ASSERT_TRUE(graph.add(i, i + 1, i));
  EXPECT_EQ(graph.path(0, 4).size(), 4u);
  ASSERT_TRUE(graph.add(1, 4, 7));  // already ordered: only the path gets shorter
  EXPECT_EQ(graph.path(0, 4).size(), 2u);
  EXPECT_TRUE(graph.path(4, 0).empty());
  EXPECT_FALSE(graph.add(4, 0, 8));
  EXPECT_FALSE(graph.add(2, 2, 9));
}

// A thread's program order is total; only neighbours stay as edges, everything stays reachable.
TEST(OrderGraph, FixedEdgesAreReduced) {
  const size_t n = 100;
  Relation po(n);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = i + 1; j < n; ++j) po.set(i, j);
  const OrderGraph graph(po);
  EXPECT_EQ(graph.closure(), po);
  EXPECT_EQ(graph.path(0, 99).size(), 99u);
}

}  // namespace
}  // namespace fencepost::memory
