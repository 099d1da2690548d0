// Many a run that an engine finds under a weak memory model needs nothing of it: some order of its accesses explains all
// that was read. Then the program fails under sequential consistency as well, which replay can confirm.
#pragma once

#include <optional>

#include "result/run.h"
#include "result/run_graph.h"

namespace fencepost::check {

// The run without store buffers, in an order in which every read follows the write that it takes, and what that write
// overwrote or was overwritten by lies on the right side. Without a graph: in its own order. Nothing: there is none, or it
// is not looked for.
std::optional<result::ConcurrentRun> in_sequence(const result::ConcurrentRun& run,
                                                 const std::optional<result::RunGraph>& graph);

}  // namespace fencepost::check
