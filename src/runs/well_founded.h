// That a value is unspecified is well-founded, even where the model lets values justify themselves: some write put unspecified
// content there that was so before. Reads-from alone would let two threads hand it to each other, out of thin air
// (Batty, Memarian, Nienhuis, Pichon-Pharabod, Sewell, "The Problem of Programming Language Concurrency Semantics", ESOP 2015,
// on what that does to values; this is no value, and C has no such executions).
//
// Said with a level ranking, as for answer sets (I. Niemelä, "Stable models and difference logic", 2008): each read of something
// unspecified has a rank, and whatever is unspecified because of it a higher one.
#pragma once

#include <vector>

#include "runs/reads_from.h"

namespace fencepost::runs {

// Needed in models in which program order and reads-from may have a cycle.
std::vector<logic::Term> unspecified_is_well_founded(const unroll::Unrolled& unrolled, const ReadsFrom& reads_from,
                                                     logic::Terms& terms, Budget& budget);

}  // namespace fencepost::runs
