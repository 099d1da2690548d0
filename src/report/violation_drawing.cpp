#include "report/violation_drawing.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/undef.h"
#include "memory/graph_edit.h"
#include "report/graph_edges.h"

namespace fencepost::report {

namespace {

using memory::EventId;
using result::RunGraph;

std::string labelled(const SourcePos& pos, const std::string& text) {
  return pos.valid() && pos.line > 0 ? fmt::format("{} {}", pos.line, text) : text;
}

// Initial writes that nobody reads are left out.
std::vector<EventId> shown(const memory::ExecutionGraph& graph) {
  memory::EventSet sources = graph.find_relation("rf")->domain();
  std::vector<EventId> events;
  for (EventId i = 0; i < graph.size(); ++i)
    if (graph.events()[i].thread != memory::kInitThread || sources.test(i)) events.push_back(i);
  return events;
}

void embolden(GraphDrawing& drawing, const std::vector<result::Weakness::Edge>& cycle,
              const std::vector<EventId>& events) {
  auto number = [&](EventId event) {
    return static_cast<EventId>(std::lower_bound(events.begin(), events.end(), event) - events.begin());
  };
  for (const result::Weakness::Edge& edge : cycle) {
    EventId from = number(edge.from), to = number(edge.to);
    auto drawn = std::find_if(drawing.edges.begin(), drawing.edges.end(), [&](const DrawnEdge& known) {
      return known.from == from && known.to == to && known.label == edge.relation;
    });
    if (drawn == drawing.edges.end())
      drawing.edges.push_back({from, to, edge.relation, true});
    else
      drawn->bold = true;
  }
}

// The failure becomes the last event of its thread; a data race becomes two events, one of each thread.
void add_failure(GraphDrawing& drawing, const result::Violation& violation) {
  if (violation.trace.empty()) return;
  bool is_race = violation.kind == core::Undef::data_race && violation.trace.size() > 1;
  for (size_t i = violation.trace.size() - (is_race ? 2 : 1); i < violation.trace.size(); ++i) {
    const result::Step& step = violation.trace[i];
    auto thread = static_cast<int>(step.thread);
    auto id = static_cast<EventId>(drawing.events.size());
    for (EventId before = id; before-- > 0;) {
      if (drawing.events[before].thread != thread) continue;
      drawing.edges.push_back({before, id, "po", false});
      break;
    }
    drawing.events.push_back({thread, id, memory::kNoLocation, labelled(step.pos, step.text)});
  }
  auto last = static_cast<EventId>(drawing.events.size() - 1);
  if (is_race) drawing.edges.push_back({last - 1, last, "race", true});
}

}  // namespace

std::optional<GraphDrawing> drawing(const result::Violation& violation, const RunInfo& info) {
  if (!violation.graph) return std::nullopt;
  const RunGraph& run = *violation.graph;
  std::vector<EventId> events = shown(run.graph);
  memory::ExecutionGraph graph = memory::part_of(run.graph, events);
  GraphDrawing made;
  made.title = fmt::format("{} at {}", core::info(violation.kind).id, to_string(violation.pos));
  made.caption = fmt::format("{}{}model {}", violation.detail, violation.detail.empty() ? "" : "; ", info.model);
  made.events = graph.events();
  for (size_t i = 0; i < events.size(); ++i)
    made.events[i].label = labelled(run.places[events[i]], made.events[i].label);
  made.edges = drawn_edges(graph);
  if (violation.weakness) embolden(made, violation.weakness->cycle, events);
  add_failure(made, violation);
  return made;
}

}  // namespace fencepost::report
