// Execution graphs in Graphviz's language: one cluster a thread.
#pragma once

#include <string>

#include "report/graph_drawing.h"

namespace fencepost::report {

std::string to_dot(const GraphDrawing& drawing);

}  // namespace fencepost::report
