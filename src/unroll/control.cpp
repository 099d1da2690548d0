#include "unroll/control.h"

#include <algorithm>

namespace fencepost::unroll {

const program::PostDominators& ControlDependencies::post_dominators(const program::Procedure& procedure) {
  auto known = post_dominators_.find(&procedure);
  if (known == post_dominators_.end()) known = post_dominators_.emplace(&procedure, procedure).first;
  return known->second;
}

void ControlDependencies::branch(State& state, const Frame& frame, program::Loc branch, ReadSet reads) {
  if (reads == 0) return;
  if (ends_) {
    uint32_t end = index(post_dominators(*frame.procedure).of(branch));
    // Scopes that end together are one: an `if` as the last statement of another, the rounds of a loop.
    bool is_open = !state.scopes.empty() && state.scopes.back().depth == frame.depth && state.scopes.back().end == end;
    if (!is_open) state.scopes.push_back({frame.depth, end, state.control});
  }
  state.control = reads_.join(state.control, reads);
}

void ControlDependencies::compare(State& state, ReadSet reads) {
  if (!ends_) state.control = reads_.join(state.control, reads);
}

void ControlDependencies::leave_scopes(State& state, uint32_t depth, program::Loc loc) {
  auto first = std::find_if(state.scopes.begin(), state.scopes.end(), [&](const ControlScope& scope) {
    return scope.depth > depth || (scope.depth == depth && scope.end == index(loc));
  });
  if (first == state.scopes.end()) return;
  state.control = first->before;
  state.scopes.erase(first, state.scopes.end());
}

void ControlDependencies::merge(State& mine, const State& theirs, Term mine_if) {
  mine.control = reads_.choose(mine_if, mine.control, theirs.control);
  auto [end, other] = std::mismatch(mine.scopes.begin(), mine.scopes.end(), theirs.scopes.begin(), theirs.scopes.end());
  mine.scopes.erase(end, mine.scopes.end());
}

}  // namespace fencepost::unroll
