// The memory model as one formula, for all runs at once, instead of clauses learnt from one run after the other
// (refinement.h): what Dartagnan does for cat models and CBMC for its own. Here to compare with, and to check by. An
// acyclic relation orders numbers that the events get; coherence is total and transitive.
#pragma once

#include "runs/relational.h"

namespace fencepost::runs {

// Throws InputError for a model that needs a closer look at a single run.
std::vector<logic::Term> monolithic(const unroll::Unrolled& unrolled, const memory::cat::Program& program,
                                    const program::Mapping& mapping, const ReadsFrom& reads_from,
                                    const Relational::Before& before, logic::Terms& terms, Budget& budget);

}  // namespace fencepost::runs
