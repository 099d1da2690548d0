#include "engine/cegar/graphs/growing_graphs.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace fencepost::engine::cegar::graphs {

using result::EventRef;
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

uint32_t place_in_buffer(const GraphState& state, const EventRef& write) {
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
      if (event.kind == GraphEvent::Kind::fence && event.edge == nullptr)
        stays = i + 1 == events.size() && is_over(thread);
      if (event.kind == GraphEvent::Kind::fence && event.edge != nullptr) stays = has_pending && is_barrier(event);
      if (stays) kept[thread].push_back(i);
    }
  }
  return kept;
}

uint32_t place_of_write(const GraphState& state, const EventRef& write) {
  const std::vector<GraphEvent>& events = state.threads[write.thread].events;
  uint32_t place = 0;
  for (uint32_t i = 0; i < write.index; ++i)
    if (events[i].kind == GraphEvent::Kind::write && events[i].variable == events[write.index].variable) ++place;
  return place;
}

bool has_too_many_writes(const GraphState& state) {
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
    for (uint32_t i = 0; i < state.threads[thread].events.size(); ++i)
      if (state.threads[thread].events[i].kind == GraphEvent::Kind::write &&
          place_of_write(state, {thread, i}) >= kMostWrites)
        return true;
  return false;
}

std::vector<std::vector<uint32_t>> needed_by_future(const GraphState& grown, const std::vector<std::string>& point,
                                                    const std::function<bool(const EventRef&, uint32_t)>& is_observed) {
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, bool> known;  // by thread, place and variable
  auto counts = [&](const EventRef& write, uint32_t variable) {
    auto [found, is_new] = known.try_emplace({write.thread, write.index, variable}, false);
    if (is_new) found->second = is_observed(write, variable);
    return found->second;
  };
  std::vector<std::vector<uint32_t>> kept(grown.threads.size());
  for (uint32_t thread = 0; thread < grown.threads.size(); ++thread) {
    const std::vector<GraphEvent>& events = grown.threads[thread].events;
    std::vector<uint32_t>& places = kept[thread];
    auto are_equal = [&](uint32_t a, uint32_t b) {
      return events[a].kind == GraphEvent::Kind::read && events[b].kind == GraphEvent::Kind::read &&
             events[a].variable == events[b].variable && events[a].source == events[b].source &&
             events[a].tags == events[b].tags;
    };
    for (uint32_t i = 0; i < events.size(); ++i) {
      const GraphEvent& event = events[i];
      switch (event.kind) {
        case GraphEvent::Kind::write:
          if (counts({thread, i}, event.variable)) places.push_back(i);
          break;
        case GraphEvent::Kind::read: {
          if (!counts(event.source, event.variable)) break;
          // A third one replaces the second.
          std::vector<uint32_t> equal;
          for (uint32_t place : places)
            if (are_equal(place, i)) equal.push_back(place);
          if (equal.size() > 1) std::erase(places, equal.back());
          places.push_back(i);
          break;
        }
        case GraphEvent::Kind::fence:
          if (event.tags == &point || (!places.empty() && !(events[places.back()].kind == GraphEvent::Kind::fence &&
                                                            events[places.back()].tags == event.tags)))
            places.push_back(i);
          break;
      }
    }
  }
  return kept;
}

GraphState with_only(const GraphState& grown, const std::vector<std::vector<uint32_t>>& kept) {
  GraphState state = grown;
  auto moved = [&](const EventRef& of) -> EventRef {
    if (!of.exists() || of.thread == EventRef::kInitial) return of;
    auto place = std::ranges::find(kept[of.thread], of.index);
    if (place == kept[of.thread].end()) return {};
    return {of.thread, static_cast<uint32_t>(place - kept[of.thread].begin())};
  };
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread) {
    std::vector<GraphEvent>& events = state.threads[thread].events;
    events.clear();
    for (size_t i = 0; i < kept[thread].size(); ++i) {
      uint32_t place = kept[thread][i];
      bool has_previous = i > 0 && kept[thread][i - 1] + 1 == place;
      GraphEvent& event = events.emplace_back(grown.threads[thread].events[place]);
      event.section = 0;
      event.source = moved(event.source);
      event.updates = event.updates && has_previous;
      event.depends_on_previous = event.depends_on_previous && has_previous;
    }
  }
  return state;
}

}  // namespace fencepost::engine::cegar::graphs
