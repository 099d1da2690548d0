// Which accesses a question depends on: reads whose values reach it, writes that such reads may take, and all that decides
// whether and where those happen. Runs without the others are an abstraction: a consistent execution stays consistent
// when events are left out, unless the model's axioms take edges back.
#pragma once

#include "memory/model.h"
#include "unroll/unrolled.h"

namespace fencepost::runs {

// Is every part of a run that the model allows a run that it allows?
bool events_may_be_left_out(const memory::Model& model);

// The same program, in which accesses that none of the roots depends on never happen.
unroll::Unrolled only_relevant(const unroll::Unrolled& unrolled, const std::vector<logic::Term>& roots,
                               logic::Terms& terms);

}  // namespace fencepost::runs
