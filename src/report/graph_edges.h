// The edges of an execution graph that a drawing shows: of orders only the transitive reduction.
#pragma once

#include <vector>

#include "report/graph_drawing.h"

namespace fencepost::report {

// The graph has po, rf, co and fr.
std::vector<DrawnEdge> drawn_edges(const memory::ExecutionGraph& graph);

}  // namespace fencepost::report
