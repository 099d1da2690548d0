// A strand of an Unseq as the list of what it does to memory, in order: the pieces between which a call of another strand
// could come (orders.h).
#pragma once

#include "core/effects.h"

namespace fencepost::core {

struct Action {
  Effects effects;
  bool is_call = false;   // or the spelt-out body of a known function: never a race, always indeterminately sequenced
  bool repeated = false;  // stands in a loop: more than one action
};

struct StrandActions {
  std::vector<Action> actions;
  Effects all;
};

// Branches of an If are alternatives: their n-th actions count as one. A load and the negative store to the same place
// after it, with no call between, are one.
StrandActions strand_actions(const Block& strand, FunctionId in, const EffectAnalysis& analysis);

bool same_expr(const Expr& a, const Expr& b);

}  // namespace fencepost::core
