// A proof seldom needs all predicates: which variables of a Boolean program in which no check fails are enough for that? Without a variable,
// cubes that name it are gone, as are its updates. What is left has the behaviours of what predicate abstraction makes of the other predicates (which may find more
// cubes, where a formula was a predicate), so that this takes no questions to a solver. Fewer variables mean fewer states, and smaller proofs.
#pragma once

#include "base/budget.h"
#include "boolean/explore.h"

namespace fencepost::boolean {

// The program without the variables that are not kept; those that are left are numbered anew, in their order.
BooleanProgram restricted(const BooleanProgram& program, const std::vector<bool>& kept);

// A set of variables with which no check fails, as none does with all; by variable. They are tried in the given order; those that are not in it
// are kept. Of the result none can be left out alone, unless it takes much longer without it. `unused` of the options is not looked at. Throws
// Exhausted.
std::vector<bool> needed_variables(const BooleanProgram& program, const ExploreOptions& options,
                                   const std::vector<uint32_t>& order, Budget& budget);

}  // namespace fencepost::boolean
