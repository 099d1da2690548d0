// Control dependencies, and where they end. On a machine all that follows a branch rests on what was read for it. To a
// compiler the code after an `if` or a loop does not: it comes to that code either way and may move it ahead of the branch
// (Documentation/memory-barriers.txt of the Linux kernel, "control dependencies"). So each branch opens a scope that ends
// where all its ways meet again, its post-dominator. A call through a pointer is a branch to the functions that it may
// designate, whose ways meet where the call returns.
#pragma once

#include <map>

#include "program/post_dominators.h"
#include "unroll/state.h"
#include "unroll/step.h"

namespace fencepost::unroll {

class ControlDependencies {
 public:
  // ends: at the post-dominator; otherwise never.
  ControlDependencies(bool ends, ReadSets& reads) : ends_(ends), reads_(reads) {}

  // The frame branches on what rests on these reads.
  void branch(State& state, const Frame& frame, program::Loc branch, ReadSet reads);
  // A compare-exchange looks at what rests on these reads before it stores. A machine branches for that, past a load-exclusive
  // and ahead of a store-exclusive; to a compiler both ways meet where the exchange is done.
  void compare(State& state, ReadSet reads);
  // A frame of this depth comes to a location.
  static void leave_scopes(State& state, uint32_t depth, program::Loc loc);
  // Of ways that meet inside a scope, by a jump, those scopes go on that are open on both; what else their control rests on
  // counts until the scope around ends.
  void merge(State& mine, const State& theirs, Term mine_if);

 private:
  const program::PostDominators& post_dominators(const program::Procedure& procedure);

  const bool ends_;
  ReadSets& reads_;
  std::map<const program::Procedure*, program::PostDominators> post_dominators_;
};

}  // namespace fencepost::unroll
