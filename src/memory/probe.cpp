#include "memory/probe.h"

#include <algorithm>
#include <array>

#include "memory/cat/evaluator.h"
#include "memory/cat/store_order_shape.h"
#include "memory/graph_rules.h"

namespace fencepost::memory {

bool is_sequentially_consistent(const Model& model) {
  const Relaxations& found = relaxations(model);
  return !found.any() && !found.passed_updates && !found.overtaken_updates && !model.makes_races_undefined();
}

bool knows_c_orders(const Model& model) {
  return std::ranges::any_of(std::array{"RLX", "ACQ", "REL", "ACQ_REL"},
                             [&](const char* order) { return model.names(order); });
}

namespace {

constexpr int kOtherEnds = 100;  // threads that have one event

struct Access {
  int thread;
  bool write;
  uint32_t location;
  int source = -1;          // of a read: the write that it reads from; -1: the initial write
  bool of_update = false;   // a write: it and the read before it are one update
  bool by_address = false;  // its address depends on the read before it
  // Of an event between the accesses, which has these tags and no location unless it is a read.
  std::optional<Between> between = std::nullopt;
  std::vector<std::string> tags = {};
};

// Does the model allow the graph of these accesses? Coherence is list order, after initial writes. Without fences between the
// accesses of a thread the answer shows what the model preserves of program order. A point of synchronisation has its other end in
// a thread of its own.
bool allows(const Model& model, const std::vector<Access>& accesses, uint32_t locations) {
  std::vector<Event> events;
  for (uint32_t i = 0; i < locations; ++i) events.push_back({kInitThread, i, i, {}});
  std::vector<std::pair<uint32_t, uint32_t>> synchronised;
  for (const Access& access : accesses) {
    bool is_access = !access.between || access.between == Between::read;
    events.push_back(
        {access.thread, static_cast<uint32_t>(events.size()), is_access ? access.location : kNoLocation, {}});
  }
  for (uint32_t i = 0; i < accesses.size(); ++i)
    if (accesses[i].between == Between::point) {
      auto other_end = static_cast<uint32_t>(events.size());
      events.push_back({kOtherEnds + static_cast<int>(i), other_end, kNoLocation, {}});
      synchronised.emplace_back(locations + i, other_end);
    }
  ExecutionGraph graph(events);
  for (uint32_t i = 0; i < locations; ++i) graph.set("W").set(i);
  graph.set("F");
  for (const auto& [from, to] : synchronised) {
    graph.relation("sync").set(from, to);
    for (uint32_t end : {from, to}) graph.set("F").set(end);
  }
  for (uint32_t i = 0; i < accesses.size(); ++i) {
    for (const std::string& tag : accesses[i].tags) graph.set(tag).set(locations + i);
    if (accesses[i].between && accesses[i].between != Between::read) {
      graph.set("F").set(locations + i);
      continue;
    }
    graph.set(accesses[i].write ? "W" : "R").set(locations + i);
    // As C would have it with the weakest atomics; to Arm's model A is something else.
    graph.set("RLX").set(locations + i);
    if (knows_c_orders(model)) graph.set("A").set(locations + i);
    if (accesses[i].of_update) {
      for (uint32_t half : {locations + i - 1, locations + i}) graph.set("X").set(half);
      graph.relation("rmw").set(locations + i - 1, locations + i);
      graph.relation("amo").set(locations + i - 1, locations + i);
    }
    if (accesses[i].by_address) graph.relation("addr").set(locations + i - 1, locations + i);
    if (!accesses[i].write) {
      uint32_t source =
          accesses[i].source < 0 ? accesses[i].location : locations + static_cast<uint32_t>(accesses[i].source);
      graph.relation("rf").set(source, locations + i);
    }
  }
  Relation& co = graph.relation("co");
  for (uint32_t a = 0; a < events.size(); ++a)
    for (uint32_t b = a + 1; b < events.size(); ++b)
      if (graph.set("W").test(a) && graph.set("W").test(b) && events[a].location == events[b].location) co.set(a, b);
  graph.relation("sm") = Relation::identity(EventSet::full(events.size()));
  graph.derive_static();
  return cat::Evaluator(model.program).failing_checks(graph).empty();
}

Relaxations by_text(const Model& model) {
  std::optional<cat::StoreOrderShape> shape = cat::store_order_shape(model.program);
  return shape && shape->interleaves() && shape->allows_interleavings() ? Relaxations{} : Relaxations::all();
}

Relaxations by_graphs(const Model& model) {
  constexpr bool kRead = false, kWrite = true;
  Relaxations found;
  found.stale_reads = allows(model, {{0, kWrite, 0}, {0, kRead, 0}}, 1);
  found.store_load = allows(model, {{0, kWrite, 0}, {0, kRead, 1}, {1, kWrite, 1}, {1, kRead, 0}}, 2);
  // 2+2W needs coherence against list order; a store that overtakes another shows in the classic message passing.
  bool message_passing = allows(model, {{0, kWrite, 0}, {0, kWrite, 1}, {1, kRead, 1, 1}, {1, kRead, 0}}, 2);
  found.load_store = allows(model, {{0, kRead, 0, 3}, {0, kWrite, 1}, {1, kRead, 1, 1}, {1, kWrite, 0}}, 2);
  // One thread reads x then y, another y then x, each misses the other's write: reads out of order or writes seen in
  // different orders.
  found.not_atomic = allows(
      model, {{0, kWrite, 0}, {1, kWrite, 1}, {2, kRead, 0, 0}, {2, kRead, 1}, {3, kRead, 1, 1}, {3, kRead, 0}}, 2);
  // Every model here preserves coherence of two reads of one location, so reordered loads show only with independent
  // writers.
  found.load_load = found.not_atomic;
  found.store_store = message_passing;
  found.torn_updates =
      allows(model, {{0, kRead, 0}, {0, kWrite, 0, -1, true}, {1, kRead, 0}, {1, kWrite, 0, -1, true}}, 1);
  found.passed_updates = allows(model,
                                {{0, kWrite, 0},
                                 {0, kRead, 1},
                                 {0, kWrite, 1, -1, true},
                                 {1, kRead, 1, 2},
                                 {1, kWrite, 1, -1, true},
                                 {1, kRead, 0}},
                                2);
  found.overtaken_updates =
      allows(model,
             {{0, kRead, 0},
              {0, kWrite, 0, -1, true},
              {0, kRead, 1},
              {1, kRead, 1},
              {1, kWrite, 1, -1, true},
              {1, kRead, 0}},
             2) ||
      allows(model, {{0, kRead, 0}, {0, kWrite, 0, -1, true}, {0, kWrite, 1}, {1, kRead, 1, 2}, {1, kRead, 0}}, 2);
  // Load buffering, with a read of an unwritten location between the accesses of each thread.
  Access between{0, kRead, 2, -1, false, true}, between_others{1, kRead, 2, -1, false, true};
  found.places_hold_up =
      found.load_store &&
      !allows(model, {{0, kRead, 0, 5}, between, {0, kWrite, 1}, {1, kRead, 1, 2}, between_others, {1, kWrite, 0}}, 3);
  return found;
}

}  // namespace

Kept kept_by(const Model& model, Between kind, const std::vector<std::string>& tags) {
  constexpr bool kRead = false, kWrite = true;
  if (!model.built_in) return {};
  constexpr uint32_t kElsewhere = 2;
  auto between = [&](int thread) { return Access{thread, kRead, kElsewhere, -1, false, false, kind, tags}; };
  Kept kept;
  kept.store_load =
      !allows(model, {{0, kWrite, 0}, between(0), {0, kRead, 1}, {1, kWrite, 1}, between(1), {1, kRead, 0}}, 3);
  kept.store_store = !allows(model, {{0, kWrite, 0}, between(0), {0, kWrite, 1}, {1, kRead, 1, 2}, {1, kRead, 0}}, 3);
  return kept;
}

bool keeps_load_store(const Model& model, const Mapped& read, const Mapped& write, bool is_update) {
  constexpr bool kRead = false, kWrite = true;
  if (!model.built_in) return false;
  if (is_update)  // between two threads that keep the order by an address
    return !allows(model,
                   {{2, kRead, 1, 5},
                    {2, kWrite, 0, -1, false, true},
                    {0, kRead, 0, 1, false, false, std::nullopt, read.read},
                    {0, kWrite, 0, -1, true, false, std::nullopt, write.write},
                    {1, kRead, 0, 3},
                    {1, kWrite, 1, -1, false, true}},
                   2);
  std::vector<Access> all;
  std::array<size_t, 2> reads{}, writes{};
  for (int thread : {0, 1}) {
    auto put = [&](bool is_write, uint32_t place, const std::vector<std::string>& tags,
                   std::optional<Between> between) {
      if (between && tags.empty()) return;
      all.push_back({thread, is_write, place, -1, false, false, between, tags});
    };
    auto own = static_cast<uint32_t>(thread);
    reads[own] = all.size();
    put(kRead, own, read.read, std::nullopt);
    put(kRead, 0, read.after, Between::fence);
    put(kRead, 0, write.before, Between::fence);
    writes[own] = all.size();
    put(kWrite, 1 - own, write.write, std::nullopt);
  }
  for (size_t thread : {0, 1}) all[reads[thread]].source = static_cast<int>(writes[1 - thread]);
  return !allows(model, all, 2);
}

const Relaxations& relaxations(const Model& model) {
  return model.relaxations.get([&] { return model.built_in ? by_graphs(model) : by_text(model); });
}

}  // namespace fencepost::memory
