// Executor: control dependencies that end. On a machine all that follows a branch rests on what was read for it. To a
// compiler the code after an `if` or a loop does not: it comes to that code either way and may move it ahead of the branch
// (Documentation/memory-barriers.txt of the Linux kernel, "control dependencies"). So each branch opens a scope that ends
// where all its ways meet again.
#include <algorithm>

#include "unroll/executor.h"

namespace fencepost::unroll {

const program::PostDominators& Executor::post_dominators(const program::Procedure& procedure) {
  auto known = post_dominators_.find(&procedure);
  if (known == post_dominators_.end()) known = post_dominators_.emplace(&procedure, procedure).first;
  return known->second;
}

void Executor::depend_on_branch(State& state, program::Loc branch, ReadSet reads) {
  if (reads == 0) return;
  if (options_.model.control_ends_where_paths_meet) {
    const Activation& here = top();
    auto depth = static_cast<uint32_t>(stack_.size());
    uint32_t end = index(post_dominators(*here.procedure).of(branch));
    // Scopes that end together are one: an `if` as the last statement of another, the rounds of a loop.
    bool is_open = !state.scopes.empty() && state.scopes.back().activation == depth && state.scopes.back().end == end;
    if (!is_open) state.scopes.push_back({depth, end, state.control});
  }
  state.control = reads_.join(state.control, reads);
}

void Executor::leave_scopes(State& state, program::Loc loc) {
  auto depth = static_cast<uint32_t>(stack_.size());
  auto first = std::find_if(state.scopes.begin(), state.scopes.end(), [&](const ControlScope& scope) {
    return scope.activation > depth || (scope.activation == depth && scope.end == index(loc));
  });
  if (first == state.scopes.end()) return;
  state.control = first->before;
  state.scopes.erase(first, state.scopes.end());
}

// Of ways that meet inside a scope, by a jump, those scopes go on that are open on both; what else their control rests on
// counts until the scope around ends.
void Executor::merge_scopes(State& mine, const State& theirs) {
  auto [end, other] = std::mismatch(mine.scopes.begin(), mine.scopes.end(), theirs.scopes.begin(), theirs.scopes.end());
  mine.scopes.erase(end, mine.scopes.end());
}

}  // namespace fencepost::unroll
