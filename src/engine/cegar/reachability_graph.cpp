#include "engine/cegar/reachability_graph.h"

#include <algorithm>

namespace fencepost::engine::cegar {

// Nodes that the new one includes are covered by it: what follows from them follows from it. Their descendants stay; nothing
// rests on them.
std::optional<uint32_t> ReachabilityGraph::add(Node node) {
  std::vector<uint32_t>& here = at_[node.configuration];
  uint32_t number = static_cast<uint32_t>(nodes_.size());
  for (uint32_t other : here)
    if (domain_.covers(nodes_[other].element, node.element)) return std::nullopt;
  std::erase_if(here, [&](uint32_t other) {
    if (!domain_.covers(node.element, nodes_[other].element)) return false;
    nodes_[other].covered_by = number;
    return true;
  });
  here.push_back(number);
  nodes_.push_back(std::move(node));
  return number;
}

std::vector<uint32_t> ReachabilityGraph::path_to(uint32_t number) const {
  std::vector<uint32_t> path;
  for (; number != Node::kNone; number = nodes_[number].parent) path.push_back(number);
  std::ranges::reverse(path);
  return path;
}

}  // namespace fencepost::engine::cegar
