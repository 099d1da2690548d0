// What terms can be worth: all combinations of their values in models of what a solver holds, by asking for a model,
// forbidding its combination and asking again (AllSAT with blocking clauses). Explicit-value domains ask it for the
// successors of a state, Boolean predicate abstraction for the minterms of a formula.
#pragma once

#include <vector>

#include "logic/solver.h"

namespace fencepost::logic {

// Of any sort, as models and evaluate() give values.
Term constant(Terms& terms, Bits value, Sort sort);

struct Combinations {
  std::vector<std::vector<Bits>> values;  // one value a term, lexicographic order
  bool complete = false;                  // no other combination is possible
};

// At most `most` combinations are sought; 0 means no limit. The solver is left as it was.
Combinations enumerate(Terms& terms, Solver& solver, std::span<const Term> observed, size_t most,
                       std::span<const Term> assumptions = {});

}  // namespace fencepost::logic
