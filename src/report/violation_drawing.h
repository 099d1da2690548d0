// The run of a violation as an execution graph to be drawn: what it reads from where, what fails, and in bold the cycle that
// no run of sequential consistency has.
#pragma once

#include <optional>

#include "report/graph_drawing.h"
#include "report/run_info.h"
#include "result/result.h"

namespace fencepost::report {

// Nothing for a program without threads: its trace is all there is to see.
std::optional<GraphDrawing> drawing(const result::Violation& violation, const RunInfo& info);

}  // namespace fencepost::report
