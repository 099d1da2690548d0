// An execution as words: two runs have the same words if and only if they are one execution (result/exploration.h). Needed
// where unrolling has several events for one access, as for orders of evaluation that lead to the same accesses.
#pragma once

#include <vector>

#include "runs/candidate_execution.h"

namespace fencepost::engine::explore {

using Signature = std::vector<uint64_t>;

Signature signature(const unroll::Unrolled& unrolled, const runs::CandidateExecution& run, const memory::Relation& co);

}  // namespace fencepost::engine::explore
