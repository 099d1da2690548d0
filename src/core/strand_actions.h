// A strand of an Unseq as the list of what it does to memory, in order: the pieces between which a call of another strand
// could come (evaluation_order.h).
#pragma once

#include "core/effects.h"

namespace fencepost::core {

struct Action {
  Effects effects;
  // A call, or part of one that was expanded in place (Stmt::as_call): indeterminately sequenced, so it never races.
  bool is_call = false;
  bool repeated = false;  // inside a loop, so that it may be several actions
};

struct StrandActions {
  std::vector<Action> actions;
  Effects all;
};

// Branches of an If are alternatives: their n-th actions count as one. A load and a later negative store to the same
// address, with no call between them, are one action.
StrandActions strand_actions(const Block& strand, FunctionId in, const EffectAnalysis& analysis);

bool same_expr(const Expr& a, const Expr& b);

}  // namespace fencepost::core
