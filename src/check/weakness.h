// What makes a run weak, and what would forbid it. A run is weak if no order of its accesses that agrees with every thread
// gives each read what it took. Then po | rf | co | fr has a cycle, and a shortest one tells which accesses of a thread are
// seen out of order. Store buffers show which overtook which: a read that happened, or a write that reached memory, while
// an earlier write of its thread still waited.
//
// Fences are suggested only if the model itself, asked about the same graph with full fences in these places, allows no
// order of writes any more, and none of them can be left out.
#pragma once

#include <optional>

#include "base/budget.h"
#include "check/machine_kind.h"
#include "memory/model.h"
#include "result/run.h"
#include "result/run_graph.h"

namespace fencepost::check {

// Nothing: the run is one of sequential consistency, or it is too large to tell soon. `machine`: on which it was replayed.
std::optional<result::Weakness> weakness(const result::ConcurrentRun& run, const result::RunGraph& graph,
                                         const std::shared_ptr<const memory::Model>& model, MachineKind machine);

}  // namespace fencepost::check
