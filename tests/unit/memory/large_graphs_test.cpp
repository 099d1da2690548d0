// Graphs as large as unrolled programs: reads-from taken from a random run under sequential consistency, as it is or with a
// few reads changed. FENCEPOST_LARGE_GRAPHS=1 prints how long each call took.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "memory/store_order.h"

namespace fencepost::memory {
namespace {

struct Size {
  unsigned threads, events, locations;
};

struct LargeGraph {
  ExecutionGraph graph{{}};
  std::vector<std::vector<EventId>> writes;  // by location
  std::vector<EventId> reads;
};

// Every tenth event is a fence; a twentieth are locked read-modify-writes of two events; a few sections of three accesses.
LargeGraph sc_run(const Size& size, unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  std::vector<Event> events;
  for (unsigned l = 0; l < size.locations; ++l) events.push_back({kInitThread, 0, l, "init"});
  std::vector<char> kind(size.locations, 'W');
  std::vector<unsigned> section(size.locations);
  std::vector<std::pair<EventId, EventId>> rmw;
  unsigned sections = 0;
  for (unsigned t = 0; t < size.threads; ++t) {
    uint32_t at = 0;
    const auto add = [&](char k, uint32_t location, unsigned in) {
      events.push_back({static_cast<int>(t), ++at, location, std::string(1, k)});
      kind.push_back(k);
      section.push_back(in);
    };
    while (at < size.events) {
      const unsigned k = below(40);
      const uint32_t location = below(size.locations);
      if (k < 4) {
        add('F', kNoLocation, 0);
      } else if (k < 5) {
        add('R', location, 0);
        add('W', location, 0);
        rmw.emplace_back(static_cast<EventId>(events.size() - 2), static_cast<EventId>(events.size() - 1));
      } else if (k < 6) {
        ++sections;
        for (unsigned i = 0; i < 3; ++i) add(below(2) == 0 ? 'R' : 'W', below(size.locations), sections);
      } else {
        add(k % 3 == 0 ? 'W' : 'R', location, 0);
      }
    }
  }
  const auto n = static_cast<EventId>(events.size());
  LargeGraph g;
  g.writes.resize(size.locations);
  g.graph = ExecutionGraph(events);
  std::vector<std::vector<EventId>> threads(size.threads);
  for (EventId i = 0; i < n; ++i) {
    const char* const name = kind[i] == 'F' ? "F" : kind[i] == 'R' ? "R" : "W";
    g.graph.set(name).set(i);
    if (kind[i] == 'F') g.graph.set("MFENCE").set(i);
    if (kind[i] == 'R') g.reads.push_back(i);
    if (kind[i] == 'W') g.writes[events[i].location].push_back(i);
    if (events[i].thread != kInitThread) threads[static_cast<size_t>(events[i].thread)].push_back(i);
    if (section[i] != 0) g.graph.set("SECTION").set(i);
    for (EventId j = i; section[i] != 0 && j-- > 0 && section[j] == section[i];) {
      g.graph.relation("section").set(i, j);
      g.graph.relation("section").set(j, i);
    }
  }
  std::vector<char> with_next(n);
  for (const auto& [r, w] : rmw) {
    with_next[r] = 1;
    g.graph.relation("rmw").set(r, w);
    g.graph.relation("amo").set(r, w);
    g.graph.set("X").set(r);
    g.graph.set("X").set(w);
  }
  g.graph.derive_static();
  std::vector<EventId> last(size.locations);
  for (uint32_t l = 0; l < size.locations; ++l) last[l] = l;
  std::vector<size_t> at(size.threads);
  for (EventId left = n - size.locations; left != 0;) {
    const unsigned t = below(size.threads);
    for (bool more = at[t] < threads[t].size(); more; --left) {
      const EventId e = threads[t][at[t]++];
      if (kind[e] == 'R') g.graph.relation("rf").set(last[events[e].location], e);
      if (kind[e] == 'W') last[events[e].location] = e;
      more = with_next[e] != 0 ||
             (section[e] != 0 && at[t] < threads[t].size() && section[threads[t][at[t]]] == section[e]);
    }
  }
  return g;
}

void change_reads(LargeGraph& g, unsigned count, std::mt19937& random) {
  Relation& rf = g.graph.relation("rf");
  for (unsigned i = 0; i < count; ++i) {
    const EventId r = g.reads[random() % g.reads.size()];
    const auto& writes = g.writes[g.graph.events()[r].location];
    for (EventId w = 0; w < g.graph.size(); ++w) rf.reset(w, r);
    rf.set(writes[random() % writes.size()], r);
  }
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

class LargeGraphs : public testing::TestWithParam<std::string> {};

TEST_P(LargeGraphs, AreDecidedAtOnce) {
  const bool print = std::getenv("FENCEPOST_LARGE_GRAPHS") != nullptr;
  std::optional<StoreOrder> fast = StoreOrder::of(load_model(GetParam()));
  ASSERT_TRUE(fast);
  for (const Size& size : {Size{4, 50, 4}, Size{4, 200, 8}, Size{4, 500, 8}, Size{4, 500, 100}, Size{16, 125, 8}}) {
    size_t refused = 0, reasons = 0, edges = 0, needed = 0;
    double time_ok = 0, time_bad = 0, longest = 0, building = 0;
    constexpr unsigned kSeeds = 6;
    for (unsigned seed = 0; seed < kSeeds; ++seed) {
      auto start = std::chrono::steady_clock::now();
      LargeGraph g = sc_run(size, seed);
      building += milliseconds_since(start);
      start = std::chrono::steady_clock::now();
      EXPECT_TRUE(fast->violations(g.graph, 20).empty()) << "a run under sequential consistency";
      time_ok += milliseconds_since(start);
      longest = std::max(longest, milliseconds_since(start));
      std::mt19937 random(seed);
      change_reads(g, 1 + seed, random);
      start = std::chrono::steady_clock::now();
      const std::vector<OrderReason> found = fast->violations(g.graph, 20);
      time_bad += milliseconds_since(start);
      longest = std::max(longest, milliseconds_since(start));
      refused += !found.empty();
      reasons += found.size();
      for (const OrderReason& reason : found) {
        edges += reason.rf.size();
        needed += reason.events.size();
      }
    }
    if (print)
      std::printf(
          "%s %2ux%u, %3u locations: ok %.2f ms, changed %.2f ms (%zu of %u refused), longest %.2f ms, "
          "%zu reasons, %.1f rf and %.1f events each; to build %.2f ms\n",
          GetParam().c_str(), size.threads, size.events, size.locations, time_ok / kSeeds, time_bad / kSeeds, refused,
          kSeeds, longest, reasons, reasons == 0 ? 0.0 : double(edges) / double(reasons),
          reasons == 0 ? 0.0 : double(needed) / double(reasons), building / kSeeds);
    EXPECT_GE(refused, kSeeds - 2);
  }
}

INSTANTIATE_TEST_SUITE_P(StoreOrder, LargeGraphs, testing::Values("sc", "tso", "pso"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace fencepost::memory
