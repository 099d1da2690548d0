#include "engine/cegar/graphs/growing_graphs.h"

#include <numeric>
#include <set>

namespace fencepost::engine::cegar::graphs {

using result::GraphEvent;
using result::GraphState;

Forgotten last_forgotten(GraphState grown, uint32_t thread, uint32_t count) {
  std::vector<std::vector<uint32_t>> kept;
  for (const result::ThreadState& of : grown.threads) {
    std::vector<uint32_t>& places = kept.emplace_back(of.events.size());
    std::iota(places.begin(), places.end(), 0u);
  }
  kept[thread].resize(kept[thread].size() - count);
  return {std::move(grown), std::move(kept)};
}

uint32_t place_in_buffer(const GraphState& state, const result::EventRef& write) {
  const std::vector<GraphEvent>& events = state.threads[write.thread].events;
  uint32_t place = 0;
  for (uint32_t i = 0; i < write.index; ++i)
    if (events[i].pending && events[i].variable == events[write.index].variable) ++place;
  return place;
}

std::vector<std::vector<uint32_t>> seen_by_future(const GraphState& before, const GraphState& grown,
                                                  const std::function<bool(const GraphEvent&)>& is_barrier,
                                                  const std::function<bool(uint32_t)>& is_over) {
  auto is_in_memory = [](const GraphEvent& event) { return event.kind == GraphEvent::Kind::write && !event.pending; };
  auto is_new = [&](uint32_t thread, size_t i) {
    const std::vector<GraphEvent>& old = before.threads[thread].events;
    return i >= old.size() || old[i].pending;
  };
  std::set<uint32_t> overwritten;  // variables
  for (uint32_t thread = 0; thread < grown.threads.size(); ++thread)
    for (size_t i = 0; i < grown.threads[thread].events.size(); ++i) {
      const GraphEvent& event = grown.threads[thread].events[i];
      if (is_in_memory(event) && is_new(thread, i)) overwritten.insert(event.variable);
    }
  std::vector<std::vector<uint32_t>> kept(grown.threads.size());
  for (uint32_t thread = 0; thread < grown.threads.size(); ++thread) {
    const std::vector<GraphEvent>& events = grown.threads[thread].events;
    bool has_pending = false;
    for (uint32_t i = 0; i < events.size(); ++i) {
      const GraphEvent& event = events[i];
      bool stays = event.pending;
      has_pending = has_pending || event.pending;
      if (is_in_memory(event)) stays = is_new(thread, i) || !overwritten.contains(event.variable);
      if (event.kind == GraphEvent::Kind::fence && event.edge == nullptr) stays = i + 1 == events.size() && is_over(thread);
      if (event.kind == GraphEvent::Kind::fence && event.edge != nullptr) stays = has_pending && is_barrier(event);
      if (stays) kept[thread].push_back(i);
    }
  }
  return kept;
}

GraphState with_only(const GraphState& grown, const std::vector<std::vector<uint32_t>>& kept) {
  GraphState state = grown;
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread) {
    std::vector<GraphEvent>& events = state.threads[thread].events;
    events.clear();
    for (uint32_t place : kept[thread]) {
      GraphEvent& event = events.emplace_back(grown.threads[thread].events[place]);
      event.section = 0;
      event.source = {};
      event.updates = false;
      event.depends_on_previous = false;
    }
  }
  return state;
}

}  // namespace fencepost::engine::cegar::graphs
