// Small random execution graphs with everything fixed but reads-from and coherence.
#pragma once

#include <random>

#include "memory/cat/evaluator.h"
#include "memory/execution_graph.h"

namespace fencepost::memory {

struct RandomGraph {
  ExecutionGraph graph{{}};
  std::vector<cat::OpenLocation> locations;
  std::vector<EventId> reads;
};

inline RandomGraph random_graph(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  const unsigned location_count = 1 + below(2), threads = 1 + below(3), budget = 3 + below(3);
  std::vector<Event> events;
  for (unsigned l = 0; l < location_count; ++l) events.push_back({kInitThread, 0, l, "init"});
  struct Kind {
    bool read, write, fence;
  };
  std::vector<Kind> kinds;
  for (unsigned l = 0; l < location_count; ++l) kinds.push_back({false, true, false});
  std::vector<unsigned> position(threads);
  for (unsigned i = 0; i < budget; ++i) {
    const unsigned t = below(threads);
    const unsigned k = below(10);
    Event e{static_cast<int>(t), ++position[t], below(location_count), "e"};
    if (k < 4)
      kinds.push_back({true, false, false});
    else if (k < 8)
      kinds.push_back({false, true, false});
    else if (k == 8)
      kinds.push_back({true, true, false});
    else {
      kinds.push_back({false, false, true});
      e.location = kNoLocation;
    }
    events.push_back(e);
  }
  RandomGraph r;
  r.graph = ExecutionGraph(events);
  const size_t n = events.size();
  static const char* const kAccessTags[] = {"RLX", "ACQ", "REL", "SC", "ACQ_REL"};
  static const char* const kFenceTags[] = {"MFENCE",      "SYNC", "LWSYNC", "DMB.SY", "DMB.LD",
                                           "Fence.rw.rw", "Mb",   "Wmb",    "SC"};
  for (EventId i = 0; i < n; ++i) {
    if (kinds[i].read) {
      r.graph.set("R").set(i);
      r.reads.push_back(i);
    }
    if (kinds[i].write) r.graph.set("W").set(i);
    if (events[i].thread == kInitThread) continue;
    if (kinds[i].fence) {
      r.graph.set("F").set(i);
      r.graph.set(kFenceTags[below(9)]).set(i);
      continue;
    }
    r.graph.set("A").set(i);
    r.graph.set(kAccessTags[below(5)]).set(i);
    if (below(3) == 0) r.graph.set("L").set(i);
    if (below(3) == 0) r.graph.set("Once").set(i);
  }
  r.graph.derive_static();
  const Relation& po = r.graph.relation("po");
  const Relation candidates = po & Relation::product(r.graph.set("R"), r.graph.set("M"));
  candidates.for_each([&](size_t i, size_t j) {
    if (below(4) == 0) r.graph.relation(below(2) == 0 ? "addr" : "data").set(i, j);
    if (below(5) == 0) r.graph.relation("ctrl").set(i, j);
  });
  for (unsigned l = 0; l < location_count; ++l) {
    cat::OpenLocation o;
    o.writes = EventSet(n);
    o.initial = l;
    o.has_initial = true;
    for (EventId i = 0; i < n; ++i)
      if (kinds[i].write && events[i].location == l) o.writes.set(i);
    r.locations.push_back(std::move(o));
  }
  return r;
}

// What litmus tests do not have: sections, threads that start and join each other, read-modify-writes of two events.
inline RandomGraph decorated_graph(unsigned seed) {
  RandomGraph r = random_graph(seed);
  std::mt19937 random(seed);
  const size_t n = r.graph.size();
  const Relation po = r.graph.relation("po");
  po.for_each([&](size_t a, size_t b) {
    const auto &x = r.graph.events()[a], &y = r.graph.events()[b];
    if (r.graph.set("R").test(a) && r.graph.set("W").test(b) && !r.graph.set("W").test(a) &&
        !r.graph.set("R").test(b) && x.location == y.location && x.instruction + 1 == y.instruction && seed % 2 == 0)
      r.graph.relation("rmw").set(a, b);
  });
  if (seed % 3 == 1) {
    // Sections need not be neighbours: the model does not ask for that.
    std::vector<unsigned> section(n);
    for (EventId i = 0; i < n; ++i)
      if (r.graph.events()[i].thread != kInitThread) section[i] = random() % 3;
    for (EventId i = 0; i < n; ++i)
      for (EventId j = 0; j < n; ++j)
        if (section[i] != 0 && section[i] == section[j] && r.graph.events()[i].thread == r.graph.events()[j].thread) {
          r.graph.set("SECTION").set(i);
          if (i != j) r.graph.relation("section").set(i, j);
        }
  }
  if (seed % 3 == 2)
    for (EventId i = 0; i < n; ++i)
      for (EventId j = 0; j < n; ++j)
        if (r.graph.set("F").test(i) && r.graph.events()[i].thread != r.graph.events()[j].thread &&
            r.graph.events()[j].thread != kInitThread && random() % 3 == 0)
          r.graph.relation("sync").set(i, j);
  return r;
}

// All ways to give each read a source of its location.
template <typename F>
void for_each_rf(const RandomGraph& r, const F& f, size_t index = 0, Relation rf = {}) {
  if (index == 0) rf = Relation(r.graph.size());
  if (index == r.reads.size()) return f(rf);
  const EventId read = r.reads[index];
  const EventSet& writes = r.locations[r.graph.events()[read].location].writes;
  writes.for_each([&](size_t w) {
    if (w == read) return;
    Relation next = rf;
    next.set(w, read);
    for_each_rf(r, f, index + 1, next);
  });
}

// All coherence orders, by permutations: nothing is shared with the evaluator's way to enumerate them.
template <typename F>
void for_each_co(const RandomGraph& r, const F& f, size_t index = 0, Relation co = {}) {
  if (index == 0) co = Relation(r.graph.size());
  if (index == r.locations.size()) return f(co);
  std::vector<size_t> writes;
  r.locations[index].writes.for_each([&](size_t w) {
    if (w != r.locations[index].initial) writes.push_back(w);
  });
  std::sort(writes.begin(), writes.end());
  do {
    Relation next = co;
    for (size_t i = 0; i < writes.size(); ++i) {
      if (r.locations[index].initial < r.graph.size()) next.set(r.locations[index].initial, writes[i]);
      for (size_t j = i + 1; j < writes.size(); ++j) next.set(writes[i], writes[j]);
    }
    for_each_co(r, f, index + 1, next);
  } while (std::next_permutation(writes.begin(), writes.end()));
}

}  // namespace fencepost::memory
