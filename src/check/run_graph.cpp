#include "check/run_graph.h"

#include <algorithm>

namespace fencepost::check {

using result::RunGraph;
using result::RunStep;

bool agrees(const RunGraph& graph, const result::ConcurrentRun& run) {
  const memory::EventSet &reads = *graph.graph.find_set("R"), &writes = *graph.graph.find_set("W");
  memory::Relation sources = graph.graph.find_relation("rf")->transpose();
  for (size_t i = 0; i < graph.graph.size(); ++i) {
    if (graph.steps[i] == RunGraph::kNoStep) continue;
    if (graph.steps[i] >= run.steps.size()) return false;
    const RunStep& step = run.steps[graph.steps[i]];
    const memory::Event& event = graph.graph.events()[i];
    bool fits =
        event.thread == static_cast<int>(step.thread) &&
        (step.kind == RunStep::Kind::update ||
         (step.kind == RunStep::Kind::read ? reads.test(i) : step.kind == RunStep::Kind::write && writes.test(i)));
    size_t count = 0;
    sources.for_each_in_row(i, [&](size_t w) {
      ++count;
      bool initial = graph.steps[w] == RunGraph::kNoStep;
      fits = fits && (initial ? step.source == RunStep::kInitial : step.source == graph.steps[w]);
    });
    if (!fits || count != (reads.test(i) ? 1u : 0u)) return false;
  }
  return true;
}

void label(RunGraph& graph, const std::map<uint32_t, Told>& told) {
  for (size_t i = 0; i < graph.graph.size(); ++i) {
    auto words = told.find(graph.steps[i]);
    if (words == told.end()) continue;
    graph.graph.events()[i].label = words->second.text;
    graph.places[i] = words->second.pos;
  }
}

}  // namespace fencepost::check
