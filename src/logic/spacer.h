// Interpolants of integer traces by Z3's solver of Horn clauses (Spacer: Komuravelli, Gurfinkel, Chaki, CAV 2014): the
// trace is a program without branches, an unknown predicate stands at each cut, and a solution of the unknowns is a
// sequence of interpolants. It prefers predicates that hold at many cuts, which is what loops need.
#pragma once

#include <optional>
#include <vector>

#include "logic/solver.h"

namespace fencepost::logic {

// One formula a cut, from the first to the last but one of A1 ... An: n - 1 in all. Formulas are over Booleans and linear
// integers. Nothing if the trace has a model or Spacer gives up, which it does after a fixed amount of work. Unchecked.
std::optional<std::vector<Term>> spacer_interpolants(Terms& terms, std::span<const Term> formulas, Budget& budget,
                                                     Statistics& statistics);

}  // namespace fencepost::logic
