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
  bool is_pruned = false;
  std::vector<uint32_t> rest_on_it;  // nodes that it covers, or of which it covers a successor
};

class ReachabilityGraph {
 public:
  explicit ReachabilityGraph(const Domain& domain) : domain_(domain), precision_(domain.precision()) {}

  // The number of the new node; nothing if another one covers it, and it was not added.
  std::optional<uint32_t> add(Node node);
  const Node& operator[](uint32_t number) const { return nodes_[number]; }
  size_t size() const { return nodes_.size() - pruned_; }
  // All numbers of nodes, also of those that were pruned, are below this.
  uint32_t numbers() const { return static_cast<uint32_t>(nodes_.size()); }
  // Its successors are of no interest.
  bool is_closed(uint32_t number) const { return nodes_[number].covered_by != Node::kNone || nodes_[number].is_pruned; }

  void clear();
  // Takes the domain's new precision over.
  void keep_up();
  // Takes a node that has a parent away, and what follows from it. The nodes that have to be expanded again.
  std::vector<uint32_t> prune(uint32_t number);

  // From the root to the node.
  std::vector<uint32_t> path_to(uint32_t number) const;
  // Nodes by configuration.
  const std::unordered_map<uint32_t, std::vector<uint32_t>>& at() const { return at_; }

 private:
  const Domain& domain_;
  size_t precision_;  // of the elements
  size_t pruned_ = 0;
  std::vector<Node> nodes_;                                 // parents before their children
  std::unordered_map<uint32_t, std::vector<uint32_t>> at_;  // those that are neither covered nor pruned
};

}  // namespace fencepost::engine::cegar
