// What a proof says of integers that threads share, at all places at once: for witnesses of correctness, after the proof has been checked.
#pragma once

#include <vector>

#include "base/budget.h"
#include "flat/flat_program.h"
#include "result/proof.h"
#include "result/proof_line.h"

namespace fencepost::check {

// Parts of the facts of threads (result::ThreadFacts) that follow from those of each location of each template, so that they hold as long as
// some thread has not ended, wherever it stands. Only what C can say of whole objects counts.
std::vector<result::SharedFact> shared_facts(const result::Invariants& proof, const flat::FlatProgram& program,
                                             const core::Program& of, Budget& budget);

}  // namespace fencepost::check
