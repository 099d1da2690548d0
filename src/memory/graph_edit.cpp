#include "memory/graph_edit.h"

#include <algorithm>

namespace fencepost::memory {

ExecutionGraph part_of(const ExecutionGraph& graph, const std::vector<EventId>& events) {
  std::vector<Event> kept;
  for (EventId id : events) kept.push_back(graph.events()[id]);
  ExecutionGraph part(std::move(kept));
  for (const auto& [name, set] : graph.sets()) {
    EventSet& mine = part.set(name);
    for (size_t i = 0; i < events.size(); ++i)
      if (set.test(events[i])) mine.set(i);
  }
  for (const auto& [name, relation] : graph.relations()) {
    Relation& mine = part.relation(name);
    for (size_t i = 0; i < events.size(); ++i)
      for (size_t j = 0; j < events.size(); ++j)
        if (relation.test(events[i], events[j])) mine.set(i, j);
  }
  return part;
}

NamedPart part_named(const ExecutionGraph& graph, const std::set<EventId>& events,
                     const std::set<cat::NamedEdge>& edges) {
  NamedPart named{{events.begin(), events.end()}, part_of(graph, {events.begin(), events.end()})};
  const auto number = [&](EventId event) {
    return static_cast<size_t>(std::ranges::lower_bound(named.events, event) - named.events.begin());
  };
  for (const char* name : {"rf", "co", "addr", "data", "ctrl"}) {
    Relation& relation = named.graph.relation(name);
    relation = Relation(named.events.size());
    for (const cat::NamedEdge& edge : edges)
      if (edge.relation == name) relation.set(number(edge.from), number(edge.to));
  }
  named.graph.derive_communication();
  return named;
}

ExecutionGraph with_fences(const ExecutionGraph& graph, std::span<const FencePlace> places,
                           const std::vector<std::string>& tags) {
  std::vector<Event> events = graph.events();
  for (Event& event : events) event.instruction = 3 * event.instruction + 1;
  for (const FencePlace& place : places) {
    const Event& neighbour = events[place.next_to];
    events.push_back(
        {neighbour.thread, place.after ? neighbour.instruction + 1 : neighbour.instruction - 1, kNoLocation, "fence"});
  }
  ExecutionGraph fenced(std::move(events));
  for (const auto& [name, set] : graph.sets()) {
    EventSet& mine = fenced.set(name);
    set.for_each([&](size_t i) { mine.set(i); });
  }
  for (const auto& [name, relation] : graph.relations()) {
    if (name == "po") continue;
    Relation& mine = fenced.relation(name);
    relation.for_each([&](size_t i, size_t j) { mine.set(i, j); });
  }
  for (size_t i = graph.size(); i < fenced.size(); ++i) {
    fenced.set("F").set(i);
    for (const std::string& tag : tags) fenced.set(tag).set(i);
    if (graph.find_relation("sm") != nullptr) fenced.relation("sm").set(i, i);
  }
  fenced.derive_static();
  fenced.derive_communication();
  return fenced;
}

ExecutionGraph with_tags(ExecutionGraph graph, EventId event, const std::vector<std::string>& without,
                         const std::vector<std::string>& with) {
  for (const std::string& tag : without) graph.set(tag).reset(event);
  for (const std::string& tag : with) graph.set(tag).set(event);
  return graph;
}

}  // namespace fencepost::memory
