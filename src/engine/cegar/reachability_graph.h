// The abstract reachability graph (ARG; Beyer, Henzinger, Jhala, Majumdar, STTT 2007): what runs can reach, each node a configuration
// and what is known there. A node whose states another one includes is covered and has no successors of its own.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/cegar/domain.h"
#include "engine/cegar/steps.h"

namespace fencepost::engine::cegar {

struct Node {
  static constexpr uint32_t kNone = ~0u;

  uint32_t configuration = 0;
  Element element;
  uint32_t parent = kNone;
  const Move* move = nullptr;  // from the parent; null of the root
  uint32_t covered_by = kNone;
};

class ReachabilityGraph {
 public:
  explicit ReachabilityGraph(const Domain& domain) : domain_(domain) {}

  // The number of the new node; nothing if another one covers it, and it was not added.
  std::optional<uint32_t> add(Node node);
  const Node& operator[](uint32_t number) const { return nodes_[number]; }
  size_t size() const { return nodes_.size(); }
  bool is_covered(uint32_t number) const { return nodes_[number].covered_by != Node::kNone; }

  // From the root to the node.
  std::vector<uint32_t> path_to(uint32_t number) const;
  // Nodes by configuration.
  const std::unordered_map<uint32_t, std::vector<uint32_t>>& at() const { return at_; }

 private:
  const Domain& domain_;
  std::vector<Node> nodes_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> at_;  // those that are not covered
};

}  // namespace fencepost::engine::cegar
