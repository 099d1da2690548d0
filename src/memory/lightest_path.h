// The lightest path between two nodes of a labelled graph (Dijkstra), from which a derived order is explained. Labels
// increase in time, so that a limit selects the graph as it was when something was derived.
#pragma once

#include <algorithm>
#include <cstdint>
#include <queue>
#include <span>
#include <vector>

#include "memory/execution_graph.h"

namespace fencepost::memory {

struct OrderEdge {
  EventId from = 0, to = 0;  // events, not nodes
  uint32_t label = 0;
};

struct OrderSuccessor {
  EventId node = 0;
  uint32_t label = 0;
  EventId from = 0, to = 0;  // the events of the edge, where a node has several
};
using Successors = std::vector<std::vector<OrderSuccessor>>;  // by node

constexpr uint32_t kFixedLabel = UINT32_MAX;  // of an edge that is always there and has weight 0

// Uses fixed edges and those with labels below `limit`. `worth(node)` is false only of nodes from which `to` cannot
// be reached. Empty: there is no path.
template <typename Worth>
std::vector<OrderSuccessor> lightest_path(const Successors& out, EventId from, EventId to, uint32_t limit,
                                          std::span<const uint32_t> weights, const Worth& worth) {
  struct Seen {
    uint32_t weight = UINT32_MAX;
    EventId before = 0;
    const OrderSuccessor* by = nullptr;
  };
  std::vector<Seen> seen(out.size());
  using Entry = std::pair<uint32_t, EventId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  queue.emplace(0, from);
  bool left = false;
  while (!queue.empty()) {
    const auto [weight, at] = queue.top();
    queue.pop();
    if (at == to && left) break;
    if (left && weight > seen[at].weight) continue;
    left = true;  // from == to asks for a cycle
    for (const OrderSuccessor& s : out[at]) {
      if (s.label != kFixedLabel && s.label >= limit) continue;
      const uint32_t sum = weight + (s.label == kFixedLabel ? 0 : weights[s.label]);
      if (sum >= seen[s.node].weight || (s.node != to && !worth(s.node))) continue;
      seen[s.node] = {sum, at, &s};
      queue.emplace(sum, s.node);
    }
  }
  std::vector<OrderSuccessor> path;
  if (seen[to].by == nullptr) return path;
  EventId at = to;
  do {
    path.push_back(*seen[at].by);
    at = seen[at].before;
  } while (at != from);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace fencepost::memory
