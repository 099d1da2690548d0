#include "engine/bounded/run_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "memory/graph_edit.h"
#include "unroll/sharing.h"

namespace fencepost::engine::bounded {

using memory::EventId;
using result::RunGraph;
using unroll::Event;

namespace {

std::string label(const unroll::Unrolled& unrolled, const Event& event, uint32_t location, bool is_barrier) {
  if (is_barrier) return "fence";
  switch (event.kind) {
    case Event::Kind::initial:
      return fmt::format("{}, initially", unrolled.cell_names[location]);
    case Event::Kind::write:
      return fmt::format("writes {}", unrolled.cell_names[location]);
    case Event::Kind::read:
      return fmt::format("reads {}", unrolled.cell_names[location]);
    case Event::Kind::fence:
      return "fence";
    case Event::Kind::spawn:
      return fmt::format("starts thread {}", unrolled.events[event.partner].thread);
    case Event::Kind::start:
      return "start";
    case Event::Kind::end:
      return "end";
    case Event::Kind::join:
      return fmt::format("thread {} has ended", unrolled.events[event.partner].thread);
  }
  return "?";
}

// Events that are unsequenced in the program happened in some order.
void number_as_scheduled(memory::ExecutionGraph& graph, const std::vector<EventId>& kept, const Scheduled& scheduled) {
  std::vector<uint32_t> order(kept.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return scheduled.before[kept[a]] < scheduled.before[kept[b]]; });
  for (uint32_t i = 0; i < order.size(); ++i) graph.events()[order[i]].instruction = i;
}

}  // namespace

RunGraph run_graph(const unroll::Unrolled& unrolled, const runs::Candidate& candidate, const Scheduled& scheduled,
                   uint32_t threads) {
  const memory::ExecutionGraph& whole = candidate.graph;
  const size_t reached = scheduled.run.steps.size();
  auto origin = [&](EventId id) -> const Event& { return unrolled.events[candidate.origin[id]]; };
  auto is_lifetime = [&](uint32_t cell) { return result::is_of_life(unrolled.cells[cell].at); };
  std::vector<EventId> kept;
  std::vector<bool> used(unrolled.cells.size());
  auto keep_if = [&](bool initial) {
    for (EventId id = 0; id < whole.size(); ++id) {
      const uint32_t location = whole.events()[id].location;
      bool is_access = location != memory::kNoLocation && origin(id).is_access();
      if ((origin(id).kind == Event::Kind::initial) != initial || (is_access && is_lifetime(location))) continue;
      if (origin(id).at_end || origin(id).thread >= threads) continue;
      bool happens = initial     ? used[location]
                     : is_access ? scheduled.steps[id] < reached
                                 : scheduled.before[id] <= reached;
      if (!happens) continue;
      kept.push_back(id);
      if (is_access) used[location] = true;
    }
  };
  keep_if(false);
  keep_if(true);
  std::sort(kept.begin(), kept.end());
  RunGraph made{memory::part_of(whole, kept), {}, {}};
  made.graph.derive_communication();
  number_as_scheduled(made.graph, kept, scheduled);
  for (size_t i = 0; i < kept.size(); ++i) {
    const Event& event = origin(kept[i]);
    bool is_barrier = candidate.number[candidate.origin[kept[i]]] != kept[i];
    made.steps.push_back(is_barrier ? RunGraph::kNoStep : scheduled.steps[kept[i]]);
    // A thread's start is told where it is started.
    made.places.push_back(event.kind == Event::Kind::start ? SourcePos{} : event.pos);
    made.graph.events()[i].label = label(unrolled, event, whole.events()[kept[i]].location, is_barrier);
  }
  return made;
}

}  // namespace fencepost::engine::bounded
