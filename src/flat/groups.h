// Where a group has cells.
#pragma once

#include "flat/flat_program.h"

namespace fencepost::flat {

// A place is an object, by so many bits, and an offset; with fewer bits in all it is a number.
constexpr unsigned kObjectBits = 16;

// The place is that of a cell. Cells of an array lie at equal distances: then two comparisons say so, where a disjunction over all cells
// would give abstractions a predicate for each.
Term is_cell(const Group& group, Term place, logic::Terms& terms);

}  // namespace fencepost::flat
