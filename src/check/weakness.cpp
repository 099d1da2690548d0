#include "check/weakness.h"

#include <algorithm>
#include <map>

#include "check/allowed.h"
#include "memory/cycle.h"
#include "memory/graph_edit.h"
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

std::vector<Weakness::Edge> named_cycle(const ExecutionGraph& graph) {
  static constexpr const char* kNames[] = {"rf", "co", "fr", "sync", "po"};
  Relation all(graph.size());
  for (const char* name : kNames)
    if (const Relation* relation = graph.find_relation(name)) all |= *relation;
  std::vector<EventId> events = memory::shortest_cycle(all);
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

}  // namespace

std::optional<Weakness> weakness(const result::ConcurrentRun& run, const RunGraph& graph,
                                 const std::shared_ptr<const memory::Model>& model, MachineKind machine) {
  if (machine == MachineKind::sc || graph.graph.size() > kMostEvents) return std::nullopt;
  Budget budget;
  budget.limit_ticks(kTicks);
  Weakness found;
  try {
    if (is_allowed(graph.graph, memory::load_model("sc"), budget)) return std::nullopt;
    found.cycle = named_cycle(graph.graph);
    if (found.cycle.empty()) return std::nullopt;  // atomic sections or updates alone are to blame
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
    found.fences = forbidding_fences(graph.graph, pairs, model, budget);
  } catch (const Exhausted&) {
    if (found.cycle.empty()) return std::nullopt;
  }
  return found;
}

}  // namespace fencepost::check
