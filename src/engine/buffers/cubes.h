// Cube extrapolation (seed 001, section 4.3): the cubes of the Boolean program under sc, as predicates. With them as predicates no others have to be
// searched for: cubes of one literal do.
//
// The seed's second pass (section 6.3, "Discussion") takes predicates about buffered values away from the cubes after the Boolean program is
// built. A cube there implies something, and without one of its literals it would not; so what may go is the whole cube. As cubes of one literal
// do not depend on each other, that is the same as not to make predicates of such cubes, which costs less.
#pragma once

#include "boolean/boolean_program.h"

namespace fencepost::engine::buffers {

// Those of several literals, each once, as conjunctions.
std::vector<logic::Term> cubes_of(const boolean::BooleanProgram& program, logic::Terms& terms);

}  // namespace fencepost::engine::buffers
