// That a value is unspecified has a cause, even where the model lets values justify themselves: some write put unspecified
// content there that was so before. Reads-from alone would let two threads hand the mark to each other, out of thin air
// (Batty, Memarian, Nienhuis, Pichon-Pharabod, Sewell, "The Problem of Programming Language Concurrency Semantics", ESOP 2015,
// on what that does to values; marks are not values, and C has no such executions).
#pragma once

#include <vector>

#include "runs/reads_from.h"

namespace fencepost::runs {

// Needed in models in which program order and reads-from may have a cycle. Each mark that is read has a rank, and what is
// marked by it a higher one, so that marks are the least ones that fit.
std::vector<logic::Term> marks_have_causes(const unroll::Unrolled& unrolled, const ReadsFrom& reads_from,
                                           logic::Terms& terms, Budget& budget);

}  // namespace fencepost::runs
