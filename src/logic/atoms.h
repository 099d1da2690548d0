// The predicates of a formula: Boolean terms without connectives, of which the formula is a Boolean combination. Each
// comes without its sign, and the builders keep one form for a comparison and its negation (simplify_compare.cpp), so that
// x < 5 and not (x >= 5) are the same handle. A choice (ite) inside a predicate is split into its condition and the
// predicate on either branch: a predicate over x says more about later states than one over (c ? x : y).
#pragma once

#include <vector>

#include "logic/term.h"

namespace fencepost::logic {

// Each once, by id. Splitting a choice doubles what surrounds it, so a formula with very many keeps some inside.
std::vector<Term> atoms_of(Terms& terms, Term formula);

// The formulas whose conjunction this is, each once, from left to right; none for true.
std::vector<Term> conjuncts_of(Terms& terms, Term formula);

// An if-then-else below the term, or the term itself, that has none in its own arguments; null if there is none at all.
Term innermost_choice(Term term);

}  // namespace fencepost::logic
