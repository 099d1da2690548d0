// Of a flat program only what its checks, its notes and its branches depend on. Values that nothing of this needs are no longer
// computed, read or written; the ways of the threads stay. What is left has at least the runs of the whole, as far as locations and
// notes tell: where an access outside of a group's cells would have waited, it is gone. Not for programs whose runs lead back to C.
#pragma once

#include "flat/flat_program.h"

namespace fencepost::flat {

void slice(FlatProgram& program, logic::Terms& terms);

}  // namespace fencepost::flat
