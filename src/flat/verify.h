// The invariants of a flat program (flat_program.h), asked after every pass: a pass that breaks one is our own bug.
#pragma once

#include <string_view>

#include "flat/flat_program.h"

namespace fencepost::flat {

// What is wrong, or nothing.
std::optional<std::string> problem_of(const FlatProgram& program);
// Throws InternalError that names the pass.
void verify(const FlatProgram& program, std::string_view after);

}  // namespace fencepost::flat
