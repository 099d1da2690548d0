// Atomic sections nest in C: a section inside a section, its own or that of a caller, is a part of it, and ends with the outermost.
// They do not in Core. So every statement gets the number of sections around it, on all ways to it the same; what begins or ends an
// inner one goes, and a function with sections that is called inside of one gets a copy without its own.
#pragma once

#include "core/core.h"

namespace fencepost::frontend {

// A section or a call that could begin one, where it is not known how many sections are around it, becomes Unsupported; so does the end of a
// section that has not begun, of which nobody can say what it orders.
void join_nested_sections(core::Program& program);

}  // namespace fencepost::frontend
