// Core to Cfa. Structured Core becomes locations and edges in source order: an If two branches that join, an Unseq its
// strands one after another, or, where their order matters, one copy for each order behind a ChooseOrder. Where two
// accesses of an expression may race, a check follows the later one at once, so that both the engine and the interpreter
// (core/race_tracker.h) stop at the same action.
//
// Of an access inside a loop of a GNU statement expression only the last iteration is compared, so that a race of an
// earlier iteration with another strand is missed. ISO C has no such expressions.
#pragma once

#include "core/core.h"
#include "program/cfa.h"

namespace fencepost::program {

// All passes (passes.h) have run on the result. The program must outlive it.
Cfa lower(const core::Program& program);

Procedure lower(const core::Function& function, core::FunctionId id, const core::Program& program);

}  // namespace fencepost::program
