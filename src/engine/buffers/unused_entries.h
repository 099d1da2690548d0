// Entries of a queue that do not wait, and what an entry has for other objects than its own, say nothing: states that differ there alone are one.
#pragma once

#include <vector>

#include "boolean/explore.h"
#include "flat/buffer_variables.h"

namespace fencepost::engine::buffers {

// Between statements: within them entries are filled before they are counted.
std::vector<boolean::Unused> unused_entries(const boolean::BooleanProgram& program, const flat::BufferVariables& made,
                                            logic::Terms& terms);

}  // namespace fencepost::engine::buffers
