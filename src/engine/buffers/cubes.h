// Cube extrapolation (seed 001, section 4.3): the cubes of the Boolean program under sc are those that are tried with store buffers, besides single
// literals, and no others are searched for. They need no variables of their own in the Boolean program, as what they say is said by those of
// their literals.
//
// The seed's second pass (section 6.3, "Discussion") takes predicates about buffered values away from the cubes after the Boolean program is
// built. A cube there implies something, and without one of its literals it would not; so what may go is the whole cube. As given cubes
// do not depend on each other, that is the same as not to try such cubes, which costs less.
#pragma once

#include "boolean/boolean_program.h"

namespace fencepost::engine::buffers {

// Those of several literals, each once, as conjunctions.
std::vector<logic::Term> cubes_of(const boolean::BooleanProgram& program, logic::Terms& terms);

}  // namespace fencepost::engine::buffers
