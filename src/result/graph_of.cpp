#include "result/graph_of.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/check.h"

namespace fencepost::result {

memory::EventId NumberedGraph::number(const EventRef& of) const {
  auto found = std::ranges::find(events, of);
  FP_CHECK_MSG(found != events.end(), "an event that the graph lacks");
  return static_cast<memory::EventId>(found - events.begin());
}

NumberedGraph graph_of(const flat::FlatProgram& program, const program::Mapping& mapping, const GraphState& state,
                       const std::function<bool(uint32_t)>& is_tracked) {
  std::vector<memory::Event> events;
  std::vector<EventRef> refs;
  for (uint32_t variable = 0; variable < program.variables.size(); ++variable)
    if (is_tracked(variable)) {
      events.push_back({memory::kInitThread, 0, variable, fmt::format("W {}", program.variables[variable].name)});
      refs.push_back({EventRef::kInitial, variable});
    }
  size_t initial = events.size();
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
    for (uint32_t i = 0; i < state.threads[thread].events.size(); ++i) {
      const GraphEvent& event = state.threads[thread].events[i];
      bool is_access = event.kind != GraphEvent::Kind::fence;
      std::string label = is_access ? fmt::format("{} {}", event.kind == GraphEvent::Kind::read ? "R" : "W",
                                                  program.variables[event.variable].name)
                          : event.edge == nullptr ? "point"
                                                  : "F";
      events.push_back({static_cast<int>(thread), i, is_access ? event.variable : memory::kNoLocation, label});
      refs.push_back({thread, i});
    }
  NumberedGraph made{memory::ExecutionGraph(std::move(events)), std::move(refs)};
  memory::ExecutionGraph& graph = made.graph;
  memory::EventSet &reads = graph.set("R"), &writes = graph.set("W"), &fences = graph.set("F");
  memory::EventSet& in_section = graph.set("SECTION");
  memory::Relation &rf = graph.relation("rf"), &rmw = graph.relation("rmw"), &sync = graph.relation("sync");
  memory::Relation& section = graph.relation("section");
  for (size_t i = 0; i < initial; ++i) writes.set(i);
  std::map<std::pair<uint32_t, uint32_t>, std::vector<size_t>> sections;
  for (size_t i = initial; i < graph.size(); ++i) {
    const EventRef& ref = made.events[i];
    const GraphEvent& event = state.threads[ref.thread].events[ref.index];
    bool is_read = event.kind == GraphEvent::Kind::read;
    (is_read ? reads : event.kind == GraphEvent::Kind::write ? writes : fences).set(i);
    for (const std::string& tag : *event.tags) graph.set(tag).set(i);
    if (event.source.exists()) (is_read ? rf : sync).set(made.number(event.source), i);
    if (event.depends_on_previous) graph.relation("ctrl").set(i - 1, i);
    if (event.updates) {
      rmw.set(i - 1, i);
      if (mapping.has_atomic_instructions()) graph.relation("amo").set(i - 1, i);
    }
    if (event.section == 0) continue;
    in_section.set(i);
    for (size_t other : sections[{ref.thread, event.section}]) {
      section.set(other, i);
      section.set(i, other);
    }
    sections[{ref.thread, event.section}].push_back(i);
  }
  if (mapping.names_accesses()) graph.relation("sm") = memory::Relation::identity(reads | writes | fences);
  graph.derive_static();
  return made;
}

}  // namespace fencepost::result
