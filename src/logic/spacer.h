// Interpolants of integer traces by Z3's solver of Horn clauses (Spacer: Komuravelli, Gurfinkel, Chaki, CAV 2014): the
// trace is a program without branches, an unknown predicate stands at each cut, and a solution of the unknowns is a
// sequence of interpolants. It prefers predicates that hold at many cuts, which is what loops need.
#pragma once

#include <vector>

#include "logic/solver.h"

namespace fencepost::logic {

struct HornSolution {
  Answer answer =
      Answer::unknown;  // is the trace feasible? unknown: Spacer gave up, which it does after a fixed amount of work
  std::vector<Term> interpolants;  // after unsat: I1 ... I(n-1) of A1 ... An, unchecked
};

// The formulas are over Booleans and linear integers, and there is at least one.
HornSolution spacer_interpolants(Terms& terms, std::span<const Term> formulas, Budget& budget, Statistics& statistics);

}  // namespace fencepost::logic
