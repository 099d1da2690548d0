// Graphs as large as unrolled programs: reads-from taken from a random run under sequential consistency, as it is or with a
// few reads changed. FENCEPOST_LARGE_GRAPHS=1 prints how long each call took.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>

#include "memory/coherence_search.h"
#include "memory/consistency.h"

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
  const auto model = load_model(GetParam());
  ASSERT_NE(coherence_source(*model), CoherenceSource::chosen);
  const std::unique_ptr<Consistency> fast = consistency_of(*model);
  for (const Size& size : {Size{4, 50, 4}, Size{4, 200, 8}, Size{4, 500, 8}, Size{4, 500, 100}, Size{16, 125, 8}}) {
    size_t refused = 0, reasons = 0, edges = 0, needed = 0;
    double time_ok = 0, time_bad = 0, longest = 0, building = 0;
    constexpr unsigned kSeeds = 6;
    for (unsigned seed = 0; seed < kSeeds; ++seed) {
      auto start = std::chrono::steady_clock::now();
      LargeGraph g = sc_run(size, seed);
      building += milliseconds_since(start);
      start = std::chrono::steady_clock::now();
      EXPECT_TRUE(fast->violations_of_rf(g.graph, 20).empty()) << "a run under sequential consistency";
      time_ok += milliseconds_since(start);
      longest = std::max(longest, milliseconds_since(start));
      std::mt19937 random(seed);
      change_reads(g, 1 + seed, random);
      start = std::chrono::steady_clock::now();
      const std::vector<Reason> found = fast->violations_of_rf(g.graph, 20);
      time_bad += milliseconds_since(start);
      longest = std::max(longest, milliseconds_since(start));
      refused += !found.empty();
      reasons += found.size();
      for (const Reason& reason : found) {
        edges += reason.edges.size();
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

// Is there an interleaving in which each of these reads takes its write? `events` in program order by thread; a read
// without a source takes anything.
bool interleaves(const LargeGraph& g, const std::vector<std::vector<EventId>>& threads,
                 const std::vector<EventId>& source) {
  struct State {
    std::vector<size_t> at;
    std::vector<EventId> last;
    auto operator<=>(const State&) const = default;
  };
  const EventSet &reads = *g.graph.find_set("R"), &writes = *g.graph.find_set("W");
  State start{std::vector<size_t>(threads.size()), {}};
  for (const auto& location : g.writes) start.last.push_back(location.front());
  std::set<State> seen = {start};
  std::vector<State> open = {start};
  while (!open.empty()) {
    const State state = open.back();
    open.pop_back();
    bool done = true;
    for (size_t t = 0; t < threads.size(); ++t) {
      if (state.at[t] == threads[t].size()) continue;
      done = false;
      const EventId e = threads[t][state.at[t]];
      const uint32_t location = g.graph.events()[e].location;
      if (reads.test(e) && source[e] != kNoEvent && source[e] != state.last[location]) continue;
      State next = state;
      ++next.at[t];
      if (writes.test(e)) next.last[location] = e;
      if (seen.insert(next).second) open.push_back(next);
    }
    if (done) return true;
  }
  return false;
}

// Graphs on which derivation alone does not decide: many writes that few reads tell apart.
TEST(StoreOrderSearch, AgreesWithInterleavings) {
  const auto model = load_model("sc");
  ASSERT_EQ(coherence_source(*model), CoherenceSource::interleaving);
  const std::unique_ptr<Consistency> fast = consistency_of(*model);
  size_t allowed = 0, refused = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    std::mt19937 random(seed);
    LargeGraph g;
    std::vector<Event> events = {{kInitThread, 0, 0, "W"}, {kInitThread, 0, 1, "W"}, {kInitThread, 0, 2, "W"}};
    std::vector<std::vector<EventId>> threads(3 + seed % 4);
    for (size_t t = 0; t < threads.size(); ++t)
      for (uint32_t i = 0; i < 3 + random() % 3; ++i) {
        threads[t].push_back(static_cast<EventId>(events.size()));
        events.push_back({static_cast<int>(t), i, static_cast<uint32_t>(random() % 3), random() % 5 < 2 ? "R" : "W"});
      }
    const auto n = static_cast<EventId>(events.size());
    g.graph = ExecutionGraph(events);
    g.writes.resize(3);
    for (EventId e = 0; e < n; ++e) {
      g.graph.set(events[e].label).set(e);
      if (events[e].label == "W") g.writes[events[e].location].push_back(e);
    }
    g.graph.derive_static();
    std::vector<EventId> source(n, kNoEvent);
    for (EventId e = 0; e < n; ++e) {
      const auto& writes = g.writes[events[e].location];
      if (events[e].label != "R") continue;
      source[e] = writes[random() % writes.size()];
      g.graph.relation("rf").set(source[e], e);
    }
    const std::vector<Reason> reasons = fast->violations_of_rf(g.graph, 4);
    ASSERT_EQ(reasons.empty(), interleaves(g, threads, source)) << seed;
    ++(reasons.empty() ? allowed : refused);
    for (const Reason& reason : reasons) {
      std::set<EventId> kept(reason.events.begin(), reason.events.end());
      std::vector<EventId> fewer(n, kNoEvent);
      for (const cat::NamedEdge& edge : reason.edges) {
        kept.insert({edge.from, edge.to});
        fewer[edge.to] = edge.from;
      }
      std::vector<std::vector<EventId>> part(threads.size());
      for (size_t t = 0; t < threads.size(); ++t)
        std::copy_if(threads[t].begin(), threads[t].end(), std::back_inserter(part[t]),
                     [&](EventId e) { return kept.contains(e); });
      EXPECT_FALSE(interleaves(g, part, fewer)) << seed << ": the reason does not suffice";
    }
  }
  EXPECT_GT(allowed, 20u);
  EXPECT_GT(refused, 100u);
}

// Two writes to x and two to y, no pair of which is ordered by what must be: each of the four ways to order both pairs has
// its own store-buffering cycle, so only trying shows that there is no order. Without one of the cycles there is one.
TEST(StoreOrderSearch, TriesWhatCannotBeDerived) {
  const auto model = load_model("sc");
  ASSERT_EQ(coherence_source(*model), CoherenceSource::interleaving);
  const std::unique_ptr<Consistency> fast = consistency_of(*model);
  for (unsigned without = 0; without <= 4; ++without) {
    // Locations: x, y, then a flag for each of the writes x1, x2, y1, y2.
    std::vector<Event> events;
    std::vector<std::pair<EventId, EventId>> rf;
    for (uint32_t l = 0; l < 6; ++l) events.push_back({kInitThread, 0, l, "W"});
    int thread = 0;
    const auto two = [&](const char* kind, uint32_t first, uint32_t second) {
      events.push_back({thread, 0, first, kind});
      events.push_back({thread++, 1, second, kind});
      return static_cast<EventId>(events.size() - 2);
    };
    std::vector<EventId> writes;
    for (uint32_t i = 0; i < 4; ++i) writes.push_back(two("W", i / 2, 2 + i));
    // After the later of one pair, the earlier of the other is still seen.
    const auto sees = [&](uint32_t flag, uint32_t seen) {
      const EventId r = two("R", 2 + flag, seen / 2);
      rf.emplace_back(writes[flag] + 1, r);
      rf.emplace_back(writes[seen], r + 1);
    };
    unsigned cycle = 0;
    for (uint32_t x = 0; x < 2; ++x)
      for (uint32_t y = 0; y < 2; ++y) {
        if (cycle++ == without) continue;
        sees(1 - x, 2 + y);
        sees(3 - y, x);
      }
    ExecutionGraph graph(events);
    for (EventId e = 0; e < events.size(); ++e) graph.set(events[e].label).set(e);
    graph.derive_static();
    for (const auto& [w, r] : rf) graph.relation("rf").set(w, r);
    const std::vector<Reason> reasons = fast->violations_of_rf(graph, 4);
    EXPECT_EQ(reasons.empty(), without < 4) << without;
    for (const Reason& reason : reasons) EXPECT_EQ(reason.edges.size(), rf.size());
  }
}

INSTANTIATE_TEST_SUITE_P(StoreOrder, LargeGraphs, testing::Values("sc", "tso", "pso"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace fencepost::memory
