// Execution graphs as SVG, laid out here: threads as columns, time downwards, edges between columns as curves. No
// Graphviz needed, and the same bytes on every machine.
#pragma once

#include <string>

#include "report/graph_drawing.h"

namespace fencepost::report {

std::string to_svg(const GraphDrawing& drawing);

}  // namespace fencepost::report
