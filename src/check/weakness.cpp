#include "check/weakness.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "check/allowed.h"
#include "check/stronger_orders.h"
#include "memory/cycle.h"
#include "memory/graph_edit.h"
#include "memory/lightest_path.h"
#include "program/mapping.h"

namespace fencepost::check {

using memory::EventId;
using memory::ExecutionGraph;
using memory::FencePlace;
using memory::Relation;
using result::RunGraph;
using result::RunStep;
using result::Weakness;
using Pair = Weakness::Pair;

namespace {

constexpr size_t kMostEvents = 400;  // events; searching a shortest cycle takes their cube
constexpr uint32_t kTicks = 20'000;  // a second or so of judging

// When the events of a run took effect: a read in its step, a write when it left the buffer.
class Times {
 public:
  Times(const result::ConcurrentRun& run, const RunGraph& graph) : graph_(graph), times_(run.steps.size(), kNever) {
    std::vector<bool> in_section(run.steps.size());
    if (const memory::EventSet* section = graph.graph.find_set("SECTION"))
      section->for_each([&](size_t event) {
        if (graph.steps[event] != RunGraph::kNoStep) in_section[graph.steps[event]] = true;
      });
    std::map<std::pair<uint32_t, result::Cell>, std::vector<uint32_t>> waiting;
    for (uint32_t i = 0; i < run.steps.size(); ++i) {
      const RunStep& step = run.steps[i];
      std::vector<uint32_t>& buffer = waiting[{step.thread, step.cell}];
      if (step.kind == RunStep::Kind::write && !in_section[i]) {
        buffer.push_back(i);
      } else if (step.kind == RunStep::Kind::flush) {
        if (buffer.empty()) continue;
        times_[buffer.front()] = i;
        buffer.erase(buffer.begin());
      } else {
        times_[i] = i;
      }
    }
  }
  bool overtook(EventId later, EventId earlier) const { return of(later) < of(earlier); }

 private:
  static constexpr uint32_t kNever = ~0u;
  uint32_t of(EventId event) const { return times_[graph_.steps[event]]; }

  const RunGraph& graph_;
  std::vector<uint32_t> times_;  // by step
};

constexpr const char* kNames[] = {"rf", "co", "fr", "sync", "po"};

// Of cycles with the same number of edges the one is told whose accesses stand closest together in their threads: what a reader sees next to each
// other lost its order, and what lies further away did so with it. An order can be given to atomic accesses.
class Lightest {
 public:
  explicit Lightest(const RunGraph& graph) : graph_(graph.graph), run_(graph), place_(graph_.size()) {
    std::map<int, uint32_t> next;
    for (EventId event = 0; event < graph_.size(); ++event) place_[event] = next[graph_.events()[event].thread]++;
  }

  std::vector<EventId> cycle() {
    collect();
    std::vector<EventId> best;
    uint32_t least = UINT32_MAX;
    for (EventId start = 0; start < graph_.size(); ++start) {
      const auto path = memory::lightest_path(out_, start, start, static_cast<uint32_t>(weights_.size()), weights_,
                                              [](EventId) { return true; });
      uint32_t sum = 0;
      for (const memory::OrderSuccessor& edge : path) sum += weights_[edge.label];
      if (path.empty() || sum >= least) continue;
      least = sum;
      best = {start};
      for (const memory::OrderSuccessor& edge : path) best.push_back(edge.node);
    }
    return best;
  }

 private:
  static constexpr uint32_t kEdge = 10'000, kPlain = 1'000;

  void collect() {
    out_.resize(graph_.size());
    for (const char* name : kNames) {
      const Relation* relation = graph_.find_relation(name);
      const bool is_po = std::string_view(name) == "po";
      if (relation == nullptr) continue;
      relation->for_each([&](size_t from, size_t to) {
        const auto label = static_cast<uint32_t>(weights_.size());
        out_[from].push_back({static_cast<EventId>(to), label, static_cast<EventId>(from), static_cast<EventId>(to)});
        weights_.push_back(kEdge + (is_po ? cost(static_cast<EventId>(from), static_cast<EventId>(to)) : 0));
      });
    }
  }

  uint32_t cost(EventId from, EventId to) const {
    const uint32_t distance = place_[to] > place_[from] ? place_[to] - place_[from] : place_[from] - place_[to];
    return std::min<uint32_t>(distance, kMostEvents) + (is_atomic(from) || is_atomic(to) ? 0 : kPlain);
  }
  bool is_atomic(EventId event) const { return event < run_.accesses.size() && run_.accesses[event].number != 0; }

  const ExecutionGraph& graph_;
  const RunGraph& run_;
  std::vector<uint32_t> place_;  // in its thread
  memory::Successors out_;
  std::vector<uint32_t> weights_;
};

std::vector<Weakness::Edge> named_cycle(const ExecutionGraph& graph, const std::vector<EventId>& events) {
  std::vector<Weakness::Edge> cycle;
  for (size_t i = 0; i + 1 < events.size(); ++i) {
    auto holds = [&](const char* name) {
      const Relation* relation = graph.find_relation(name);
      return relation != nullptr && relation->test(events[i], events[i + 1]);
    };
    cycle.push_back({events[i], events[i + 1], *std::find_if(std::begin(kNames), std::end(kNames), holds)});
  }
  return cycle;
}

// Whether a fence stands right after the first access or right before the second: it must help in any place between.
bool forbidden_with(const ExecutionGraph& graph, const std::vector<Pair>& pairs, const std::vector<std::string>& tags,
                    const std::shared_ptr<const memory::Model>& model, Budget& budget) {
  for (bool after_first : {true, false}) {
    std::vector<FencePlace> places;
    for (const Pair& pair : pairs) places.push_back({after_first ? pair.first : pair.second, after_first});
    if (is_allowed(memory::with_fences(graph, places, tags), model, budget)) return false;
  }
  return true;
}

std::vector<Pair> forbidding_fences(const ExecutionGraph& graph, std::vector<Pair> pairs,
                                    const std::shared_ptr<const memory::Model>& model, Budget& budget) {
  const program::Mapping mapping(*model);
  const std::vector<std::string>& tags =
      mapping.of(program::Mapping::AccessKind::fence, core::MemoryOrder::seq_cst).fence;
  if (tags.empty() || pairs.empty()) return {};
  if (!is_allowed(graph, model, budget) || !forbidden_with(graph, pairs, tags, model, budget)) return {};
  for (size_t i = 0; i < pairs.size();) {
    std::vector<Pair> fewer = pairs;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (!fewer.empty() && forbidden_with(graph, fewer, tags, model, budget))
      pairs = std::move(fewer);
    else
      ++i;
  }
  return pairs;
}

bool has_remedy(const Weakness& weakness) { return !weakness.fences.empty() || !weakness.orders.empty(); }

// What overtook what on a cycle, and what would forbid it. The cycle and what overtook stay if the budget does not reach further.
void explain(Weakness& found, const result::ConcurrentRun& run, const RunGraph& graph,
             const std::shared_ptr<const memory::Model>& model, MachineKind machine) {
  std::vector<Pair> pairs;
  for (const Weakness::Edge& edge : found.cycle)
    if (edge.relation == "po" && graph.steps[edge.from] != RunGraph::kNoStep &&
        graph.steps[edge.to] != RunGraph::kNoStep)
      pairs.push_back({edge.from, edge.to});
  if (machine != MachineKind::given) {
    Times times(run, graph);
    std::erase_if(pairs, [&](const Pair& pair) { return !times.overtook(pair.second, pair.first); });
    found.overtaken = pairs;
  }
  Budget for_fences, for_orders;
  for_fences.limit_ticks(kTicks);
  for_orders.limit_ticks(kTicks);
  try {
    found.fences = forbidding_fences(graph.graph, pairs, model, for_fences);
    found.orders = forbidding_orders(graph, pairs, model, for_orders);
  } catch (const Exhausted&) {
    found.orders.clear();
  }
}

}  // namespace

std::optional<Weakness> weakness(const result::ConcurrentRun& run, const RunGraph& graph,
                                 const std::shared_ptr<const memory::Model>& model, MachineKind machine) {
  if (machine == MachineKind::sc || graph.graph.size() > kMostEvents) return std::nullopt;
  Budget budget;
  budget.limit_ticks(kTicks);
  try {
    if (is_allowed(graph.graph, memory::load_model("sc"), budget)) return std::nullopt;
  } catch (const Exhausted&) {
    return std::nullopt;
  }
  Weakness found;
  found.cycle = named_cycle(graph.graph, Lightest(graph).cycle());
  if (found.cycle.empty()) return std::nullopt;  // atomic sections or updates alone are to blame
  explain(found, run, graph, model, machine);
  if (has_remedy(found)) return found;
  // Of another cycle it may be known what forbids it.
  Relation all(graph.graph.size());
  for (const char* name : kNames)
    if (const Relation* relation = graph.graph.find_relation(name)) all |= *relation;
  Weakness other;
  other.cycle = named_cycle(graph.graph, memory::shortest_cycle(all));
  explain(other, run, graph, model, machine);
  return has_remedy(other) ? other : found;
}

}  // namespace fencepost::check
