// Path conditions as a tree: each branch adds one literal below the path that it continues, each join climbs from its
// arrivals to their common ancestor. What was decided above the branch is shared and never rebuilt, so the guard after
// an if-else is the guard before it by construction, and values merge under the branch's own literal instead of the
// whole guard.
//
// Nodes live as long as the tree; a path is a pointer to its last node.
#pragma once

#include <deque>
#include <optional>

#include "logic/intervals.h"
#include "logic/term.h"
#include "unroll/persistent.h"

namespace fencepost::unroll {

struct PathNode {
  const PathNode* parent;
  logic::Term literal;
  logic::Term guard;  // conjunction of all literals up to the root
  uint32_t depth;
  PersistentArray<logic::Interval> bounds;  // of numbers, by term, from the literals up to the root; empty: nothing
};
using Path = const PathNode*;

class Paths {
 public:
  explicit Paths(logic::Terms& terms);
  Path root() const { return root_; }
  // The path on which the literal holds as well; the same path if that adds nothing.
  Path extend(Path path, logic::Term literal);
  // The truth of a condition on a path, if it or its negation was decided not long ago, or if it compares a number with a
  // constant and the path's comparisons of that number tell.
  std::optional<bool> decided(Path path, logic::Term condition) const;
  // Of numbers, by term, where a condition holds that compares them with constants.
  PersistentArray<logic::Interval> bounds_of(logic::Term condition) const;

 private:
  logic::Terms& terms_;
  std::deque<PathNode> nodes_;
  Path root_;
};

}  // namespace fencepost::unroll
