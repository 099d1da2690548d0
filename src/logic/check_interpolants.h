// Is this a sequence of interpolants? By the definition alone: it knows nothing of how they were found.
#pragma once

#include "logic/solver.h"

namespace fencepost::logic {

// I0 = true, In = false, I(i-1) and Ai imply Ii, and every variable of Ii occurs both in A1 ... Ai and in A(i+1) ... An.
// False also if the solver gives up.
bool are_interpolants(Terms& terms, Solver& solver, std::span<const Term> formulas, std::span<const Term> interpolants);

}  // namespace fencepost::logic
