// Interpolants from resolution proofs (McMillan, CAV 2003): both sides become clauses that share the bits of their common
// variables and nothing else, each clause of the proof gets a partial interpolant, and the one of the empty clause is
// lifted to a term over those bits. It exists whenever the proof is found, and says nothing that generalises: the last
// resort when no interpolant over words is known.
#pragma once

#include "logic/solver.h"

namespace fencepost::logic {

// Of conjunctions. Null if they are satisfiable together, if no proof is found within the conflicts, or if the terms have
// operators that Bitblaster does not take.
Term bit_interpolant(Terms& terms, std::span<const Term> a, std::span<const Term> b, Budget& budget,
                     size_t most_conflicts);

}  // namespace fencepost::logic
