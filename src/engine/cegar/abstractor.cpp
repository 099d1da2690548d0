#include "engine/cegar/abstractor.h"

#include <algorithm>
#include <queue>

namespace fencepost::engine::cegar {

namespace {

constexpr uint32_t kNever = 1u << 20;

}  // namespace

ErrorDistance::ErrorDistance(const flat::FlatProgram& program) {
  for (const flat::Template& of : program.templates) {
    std::vector<uint32_t>& steps = steps_.emplace_back(of.locations, kNever);
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = of.edges.size(); i-- > 0;) {
        const flat::Edge& edge = of.edges[i];
        bool may_fail = std::holds_alternative<flat::Check>(edge.label);
        uint32_t there = may_fail ? 0 : std::min(kNever, steps[flat::index(edge.to)] + 1);
        if (there >= steps[flat::index(edge.from)]) continue;
        steps[flat::index(edge.from)] = there;
        changed = true;
      }
    }
  }
}

uint32_t ErrorDistance::operator()(const flat::Configuration& configuration) const {
  uint32_t nearest = kNever;
  for (uint32_t thread = 0; thread < configuration.at.size(); ++thread)
    if (flat::has_begun(configuration, thread)) nearest = std::min(nearest, steps_[thread][configuration.at[thread]]);
  return nearest;
}

Abstractor::Key Abstractor::key_of(const ReachabilityGraph& graph, uint32_t node) const {
  switch (search_) {
    case CegarOptions::Search::bfs:
      return {0, node};
    case CegarOptions::Search::dfs:
      return {~uint64_t{node}, node};
    case CegarOptions::Search::err:
      break;
  }
  return {distance_(steps_[graph[node].configuration]), node};
}

std::optional<Trace> Abstractor::explore(ReachabilityGraph& graph) {
  std::priority_queue<Key, std::vector<Key>, std::greater<>> waiting;
  auto add = [&](Node node) {
    if (auto number = graph.add(std::move(node))) waiting.push(key_of(graph, *number));
  };
  for (Element& element : domain_.post(domain_.top(), steps_.beginning(), 0, steps_[steps_.first()].at[0]))
    add({steps_.first(), std::move(element)});
  while (!waiting.empty()) {
    uint32_t number = waiting.top().second;
    waiting.pop();
    budget_.check();
    if (graph.is_covered(number)) continue;
    uint32_t configuration = graph[number].configuration;
    for (const Failure& failure : steps_.failures(configuration)) {
      uint32_t at = steps_[configuration].at[failure.thread];
      if (domain_.post(graph[number].element, failure.action, failure.thread, at).empty()) continue;
      Trace trace{{}, failure};
      for (uint32_t node : graph.path_to(number))
        if (graph[node].move) trace.moves.push_back(graph[node].move);
      return trace;
    }
    for (const Move& move : steps_.moves(configuration)) {
      uint32_t at = steps_[move.to].at[move.thread];
      for (Element& element : domain_.post(graph[number].element, move.action, move.thread, at))
        add({move.to, std::move(element), number, &move});
    }
  }
  return std::nullopt;
}

}  // namespace fencepost::engine::cegar
