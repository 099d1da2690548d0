// Which actions of a thread are not sequenced (C11 5.1.2.3p3, 6.5p3): the operands of an expression, and the parts of a struct
// that is copied. Their events stand in the thread's list in one order and are in no program order.
//
// An event names a node of a tree, whose root is the thread itself. A node is a strand of something unsequenced that happened
// in the strand above. Two events are unsequenced if their ways to the root part between two strands of one such thing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fencepost::unroll {

struct Sequence {
  uint32_t parent = 0;
  uint32_t depth = 0;
  uint32_t unseq = 0;  // which one, of the whole program
  uint32_t strand = 0;
  bool in_order = false;  // its strands come one after the other all the same
};

class Sequences {
 public:
  static constexpr uint32_t kThread = 0;

  uint32_t new_unseq() { return ++unseqs_; }
  uint32_t strand(uint32_t parent, uint32_t unseq, uint32_t number, bool in_order = false) {
    nodes_.push_back({parent, nodes_[parent].depth + 1, unseq, number, in_order});
    return static_cast<uint32_t>(nodes_.size() - 1);
  }
  const Sequence& operator[](uint32_t node) const { return nodes_[node]; }

  bool unsequenced(uint32_t a, uint32_t b) const {
    if (a == b || a == kThread || b == kThread) return false;
    while (nodes_[a].depth > nodes_[b].depth) a = nodes_[a].parent;
    while (nodes_[b].depth > nodes_[a].depth) b = nodes_[b].parent;
    if (a == b) return false;
    while (nodes_[a].parent != nodes_[b].parent) {
      a = nodes_[a].parent;
      b = nodes_[b].parent;
    }
    return nodes_[a].unseq == nodes_[b].unseq && nodes_[a].strand != nodes_[b].strand && !nodes_[a].in_order;
  }

  // The numbers of the strands that lead to it, outermost first.
  std::vector<uint32_t> path(uint32_t node) const {
    std::vector<uint32_t> numbers(nodes_[node].depth);
    for (size_t i = numbers.size(); i-- > 0; node = nodes_[node].parent) numbers[i] = nodes_[node].strand;
    return numbers;
  }

  // The innermost strand that both are in.
  uint32_t common(uint32_t a, uint32_t b) const {
    while (a != b) {
      uint32_t& deeper = nodes_[a].depth >= nodes_[b].depth ? a : b;
      deeper = nodes_[deeper].parent;
    }
    return a;
  }

 private:
  std::vector<Sequence> nodes_ = {{}};
  uint32_t unseqs_ = 0;
};

}  // namespace fencepost::unroll
