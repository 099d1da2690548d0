// Predicate abstraction of a formula: what it says in terms of given predicates (Graf, Saidi, CAV 1997). Cartesian: for
// each predicate alone whether it must hold or must fail (Ball, Podelski, Rajamani, TACAS 2001). Boolean: the strongest
// combination of predicates that the formula implies (Lahiri, Nieuwenhuis, Oliveras, CAV 2006). Either over-approximates:
// whatever satisfies the formula satisfies its abstraction, and a solver that gives up makes it coarser, never wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logic/solver.h"

namespace fencepost::logic {

enum class Truth : uint8_t { fails, holds, open };

// A conjunction of literals: one entry a predicate.
using Cube = std::vector<Truth>;

// What the cubes over these predicates say, as one formula: false for no cube.
Term to_term(Terms& terms, std::span<const Term> predicates, std::span<const Cube> cubes);

// Both abstract the conjunction of what the solver holds and `assumptions`, and leave the solver as it was.

// Nothing if that is unsatisfiable.
std::optional<Cube> abstract_cartesian(Terms& terms, Solver& solver, std::span<const Term> predicates,
                                       std::span<const Term> assumptions = {});

// The cubes are disjoint. Past `most` combinations of truth values (0: no limit) the answer is the Cartesian one.
std::vector<Cube> abstract_boolean(Terms& terms, Solver& solver, std::span<const Term> predicates, size_t most,
                                   std::span<const Term> assumptions = {});

}  // namespace fencepost::logic
