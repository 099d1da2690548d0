// The run of a violation as an execution graph to be drawn: its events with reads-from edges, the failure, and in bold the
// cycle that sequential consistency forbids.
#pragma once

#include <optional>

#include "report/graph_drawing.h"
#include "report/run_info.h"
#include "result/result.h"

namespace fencepost::report {

// Absent for a program without threads, whose trace says the same.
std::optional<GraphDrawing> drawing(const result::Violation& violation, const RunInfo& info);

}  // namespace fencepost::report
