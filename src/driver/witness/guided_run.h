// Runs the program with the waypoints (steering.h) on the interpreter's machine, along the witness: whose waypoint comes next goes on, calls
// of __VERIFIER_nondet functions return what it says, and at the end two threads stand before the accesses that race. A run that it tells
// in full is found so without a formula, however long it is; what it leaves open is drawn, again and again. Nothing is refuted by it.
//
// Runs are interleavings: whoever starts it knows that the memory model allows those. What is found is a claim like an engine's.
#pragma once

#include <functional>
#include <optional>

#include "base/statistics.h"
#include "core/core.h"
#include "core/source_map.h"
#include "driver/witness/steering.h"
#include "result/claim.h"

namespace fencepost::driver {

struct GuidedBy {
  const result::Witness& witness;
  const Steering& steering;
  const core::SourceMap& map;
  bool buffers = false;  // the model's machine has them
};

// `steered`: the program with the insertions. `is_right`: the claim replays and follows the witness.
std::optional<result::Claim> guided_failure(const core::Program& steered, const core::UndefSet& checks,
                                            const GuidedBy& by,
                                            const std::function<bool(const result::Claim&)>& is_right,
                                            Statistics& statistics, Budget& budget);

}  // namespace fencepost::driver
