#include "engine/cegar/reachability_graph.h"

#include <algorithm>

namespace fencepost::engine::cegar {

// Nodes that the new one includes are covered by it: what follows from them follows from it. Their descendants stay; nothing
// rests on them.
std::optional<uint32_t> ReachabilityGraph::add(Node node) {
  std::vector<uint32_t>& here = at_[node.configuration];
  uint32_t number = static_cast<uint32_t>(nodes_.size());
  for (uint32_t other : here)
    if (domain_.covers(nodes_[other].element, node.element)) {
      if (node.parent != Node::kNone) nodes_[other].rest_on_it.push_back(node.parent);
      return std::nullopt;
    }
  std::erase_if(here, [&](uint32_t other) {
    if (!domain_.covers(node.element, nodes_[other].element)) return false;
    nodes_[other].covered_by = number;
    node.rest_on_it.push_back(other);
    return true;
  });
  here.push_back(number);
  nodes_.push_back(std::move(node));
  return number;
}

void ReachabilityGraph::clear() {
  nodes_.clear();
  at_.clear();
  pruned_ = 0;
  precision_ = domain_.precision();
}

void ReachabilityGraph::keep_up() {
  if (precision_ == domain_.precision()) return;
  for (Node& node : nodes_)
    if (!node.is_pruned) node.element = domain_.kept(node.element, precision_);
  precision_ = domain_.precision();
}

std::vector<uint32_t> ReachabilityGraph::prune(uint32_t number) {
  std::vector<uint32_t> gone, again{nodes_[number].parent};
  for (uint32_t i = number; i < nodes_.size(); ++i) {
    uint32_t parent = nodes_[i].parent;
    if (nodes_[i].is_pruned || (i != number && (parent == Node::kNone || !nodes_[parent].is_pruned))) continue;
    nodes_[i].is_pruned = true;
    gone.push_back(i);
  }
  pruned_ += gone.size();
  for (uint32_t i : gone) {
    Node& node = nodes_[i];
    std::erase(at_[node.configuration], i);
    for (uint32_t other : node.rest_on_it) {
      if (nodes_[other].is_pruned) continue;
      if (nodes_[other].covered_by == i) {
        nodes_[other].covered_by = Node::kNone;
        at_[nodes_[other].configuration].push_back(other);
      }
      again.push_back(other);
    }
    node.rest_on_it.clear();
    node.element.clear();
  }
  return again;
}

std::vector<uint32_t> ReachabilityGraph::path_to(uint32_t number) const {
  std::vector<uint32_t> path;
  for (; number != Node::kNone; number = nodes_[number].parent) path.push_back(number);
  std::ranges::reverse(path);
  return path;
}

}  // namespace fencepost::engine::cegar
