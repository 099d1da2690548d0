// What a proof says of the variables that threads share, at the heads of loops: the invariants of a witness of correctness. Where the
// proof says nothing that C can say there, there are none, which such a witness may leave so.
#pragma once

#include <vector>

#include "driver/verify_run.h"
#include "report/witness.h"
#include "result/result.h"

namespace fencepost::driver {

std::vector<report::LoopInvariant> loop_invariants(const result::Result& result, const Input& input,
                                                   const Options& options, Budget& budget);

}  // namespace fencepost::driver
