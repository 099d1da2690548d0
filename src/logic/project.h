// Projection: a formula without some of its variables, "there are values of these such that ...". Strongest postconditions
// need it to forget what was overwritten, weakest preconditions (its dual) to forget what comes later. Bit-vectors have no
// elimination that is cheap and always exact, so the answer says which it is:
//   x = t                    other conjuncts take t (through invertible operators as well: x + 1 = t, concat(x, y) = t)
//   l <= x, x < u, ...       each lower bound meets each upper one (Fourier-Motzkin, exact on a bounded total order)
//   x != t, ...              there are more values than disequations
//   disjunctions, Booleans   case by case, up to a limit
// What none of these removes is dropped with the conjuncts around it: the answer is then implied, not equal.
#pragma once

#include "logic/term.h"

namespace fencepost::logic {

struct Projection {
  Term formula;
  bool exact = true;
};

Projection project(Terms& terms, Term formula, std::span<const Term> variables);

}  // namespace fencepost::logic
