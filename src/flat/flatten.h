// From the Cfa to a flat program: threads as templates, calls inlined, objects as variables, by what analysis.h found out. Where the
// program does what cannot be named so, it is not flat, and the answer says where and why. Nothing is dropped: a Check stays unless
// it always holds, and what is beyond the analysis at a place is a Check without a kind there.
//
// What the flat program may do beyond the C program stands in FlatProgram::loosened.
//
// Checks are those that stand in Core. Failures of whole runs (data races, deadlocks, leaks) are the engines' to find.
#pragma once

#include <variant>

#include "base/budget.h"
#include "flat/flat_program.h"
#include "flat/not_flat.h"
#include "memory/model.h"
#include "program/cfa.h"

namespace fencepost::flat {

// Verified and simplified (simplify.h). For runs under the model; null: for interleavings. most_threads: of each template that any number of
// threads run there are so many copies (instances.h), so that the runs are those with no more; 0: there is no limit.
std::variant<FlatProgram, NotFlat> flatten(const program::Cfa& cfa, const memory::Model* model, logic::Terms& terms,
                                           Budget& budget, uint32_t most_threads = 0);

}  // namespace fencepost::flat
