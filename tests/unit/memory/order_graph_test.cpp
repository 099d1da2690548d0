// The order graph against the closure computed from scratch: every answer after every batch, lightest ways, sections as
// nodes, undo.
#include "memory/order_graph.h"

#include <gtest/gtest.h>

#include <random>

#include "memory/coherence_order.h"

namespace fencepost::memory {
namespace {

Relation random_order(std::mt19937& random, size_t n, size_t edges) {
  Relation r(n);
  for (size_t i = 0; i < edges; ++i) {
    const size_t a = random() % n, b = random() % n;
    if (a < b) r.set(a, b);
  }
  return r;
}

class OrderGraphSizes : public testing::TestWithParam<size_t> {};

TEST_P(OrderGraphSizes, AgreesWithTheClosureFromScratch) {
  const size_t n = GetParam();
  for (unsigned seed = 0; seed < (n < 20 ? 40u : 6u); ++seed) {
    std::mt19937 random(seed);
    // Sections of neighbours, in every other round.
    std::vector<EventId> node(n);
    Relation section(n);
    for (EventId i = 0; i < n; ++i) node[i] = seed % 2 == 1 && i > 0 && random() % 3 == 0 ? node[i - 1] : i;
    for (EventId i = 0; i < n; ++i)
      for (EventId j = 0; j < n; ++j)
        if (i != j && node[i] == node[j]) section.set(i, j);
    Relation edges = random_order(random, n, 2 * n);
    const auto contracted = [&](const Relation& r) {
      Relation c(n);
      r.for_each([&](size_t a, size_t b) {
        if (node[a] != node[b]) c.set(node[a], node[b]);
      });
      return c;
    };
    const FixedOrder fixed(edges, &section);
    ASSERT_TRUE(fixed.acyclic());
    OrderGraph graph(fixed);
    std::vector<uint32_t> weights;
    for (size_t batch = 0; batch < 6; ++batch) {
      const Relation before = edges;
      const size_t mark = graph.mark(), labels = weights.size();
      for (size_t i = 0; i < n / 4 + 1; ++i) {
        const auto a = static_cast<EventId>(random() % n), b = static_cast<EventId>(random() % n);
        graph.add(a, b, static_cast<uint32_t>(weights.size()));
        weights.push_back(1);
        edges.set(a, b);
      }
      const Relation nodes = contracted(edges), reach = nodes.closure();
      const bool acyclic = reach.irreflexive();
      ASSERT_EQ(graph.close(static_cast<uint32_t>(weights.size())), acyclic);
      const auto all = static_cast<uint32_t>(weights.size());
      if (!acyclic) {
        // Some suspect lies on a cycle, and a way around leads back to it.
        bool some = false;
        for (const OrderEdge& e : graph.suspects()) {
          const std::vector<OrderEdge> way = graph.path(e.to, e.from, all, weights);
          EXPECT_EQ(!way.empty(), reach.test(node[e.to], node[e.from]));
          some = some || !way.empty();
        }
        EXPECT_TRUE(some);
        graph.undo(mark, static_cast<uint32_t>(labels));
        weights.resize(labels);
        edges = before;
        ASSERT_TRUE(graph.close(static_cast<uint32_t>(labels)));
        continue;
      }
      for (EventId i = 0; i < n; ++i)
        for (EventId j = 0; j < n; ++j) {
          ASSERT_EQ(graph.reaches(i, j), reach.test(node[i], node[j]));
          if (random() % 4 != 0 || !graph.reaches(i, j)) continue;
          const std::vector<OrderEdge> way = graph.path(i, j, all, weights);
          ASSERT_FALSE(way.empty());
          EXPECT_EQ(node[way.front().from], node[i]);
          EXPECT_EQ(node[way.back().to], node[j]);
          for (size_t k = 0; k < way.size(); ++k) {
            EXPECT_TRUE(edges.test(way[k].from, way[k].to));
            if (k > 0) {
              EXPECT_EQ(node[way[k - 1].to], node[way[k].from]);
            }
          }
        }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, OrderGraphSizes, testing::Values(1, 2, 3, 5, 9, 17, 63, 64, 65, 130));

// A thread's program order is total; only neighbours stay as edges, and a way along them is one step.
TEST(OrderGraph, FixedEdgesAreReduced) {
  const size_t n = 100;
  Relation po(n);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = i + 1; j < n; ++j) po.set(i, j);
  const FixedOrder fixed(po, nullptr);
  for (EventId i = 0; i + 1 < n; ++i) EXPECT_EQ(fixed.next(i), std::vector<EventId>{i + 1});
  OrderGraph graph(fixed);
  ASSERT_TRUE(graph.close(0));
  EXPECT_EQ(graph.path(0, 99, 0, {}).size(), 1u);
}

TEST(OrderGraph, WaysAreLightestAndOfTheirTime) {
  const FixedOrder fixed(Relation(4), nullptr);
  OrderGraph graph(fixed);
  const std::vector<uint32_t> weights = {1, 1, 1, 2};
  for (EventId i = 0; i < 3; ++i) graph.add(i, i + 1, i);
  graph.add(0, 3, 3);
  ASSERT_TRUE(graph.close(4));
  EXPECT_EQ(graph.path(0, 3, 4, weights).size(), 1u);
  EXPECT_EQ(graph.path(0, 3, 3, weights).size(), 3u);
  EXPECT_TRUE(graph.path(0, 3, 2, weights).empty());
  EXPECT_TRUE(graph.path(3, 0, 4, weights).empty());
}

TEST(OrderGraph, FixedCyclesAreSeen) {
  Relation r(3);
  r.set(0, 1);
  r.set(1, 2);
  EXPECT_TRUE(FixedOrder(r, nullptr).acyclic());
  Relation section(3);
  section.set(0, 2);
  section.set(2, 0);
  EXPECT_FALSE(FixedOrder(r, &section).acyclic());
  r.set(2, 0);
  EXPECT_FALSE(FixedOrder(r, nullptr).acyclic());
}

TEST(CoherenceOrder, IsClosedAfterEveryPair) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    const size_t n = 2 + random() % 80;
    std::vector<Event> events(n, Event{0, 0, 0, "W"});
    ExecutionGraph graph(events);
    for (EventId i = 0; i < n; ++i) graph.set("W").set(i);
    CoherenceOrder order(graph);
    Relation edges(n);
    std::vector<uint32_t> weights;
    for (size_t i = 0; i < 2 * n; ++i) {
      const auto a = static_cast<EventId>(random() % n), b = static_cast<EventId>(random() % n);
      if (a == b || order.decided(a, b)) continue;
      const CoherenceOrder::Mark mark = order.mark();
      order.add(b, a, static_cast<uint32_t>(weights.size()));
      order.undo(mark);
      ASSERT_FALSE(order.decided(a, b));
      order.add(a, b, static_cast<uint32_t>(weights.size()));
      weights.push_back(1);
      edges.set(a, b);
    }
    const Relation closed = edges.closure();
    EXPECT_EQ(order.open(0), n * (n - 1) / 2 - closed.count());
    for (EventId a = 0; a < n; ++a)
      for (EventId b = 0; b < n; ++b) {
        ASSERT_EQ(order.before(a, b), closed.test(a, b));
        if (closed.test(a, b)) {
          EXPECT_FALSE(order.path(a, b, static_cast<uint32_t>(weights.size()), weights).empty());
        }
      }
    const std::vector<EventId> sorted = order.sorted(0);
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < i; ++j) EXPECT_FALSE(order.before(sorted[i], sorted[j]));
  }
}

}  // namespace
}  // namespace fencepost::memory
