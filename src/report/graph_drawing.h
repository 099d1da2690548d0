// An execution graph ready to be drawn: events in columns by thread, labelled and coloured edges, the edges of a violated
// cycle in bold. graph_dot.h and graph_svg.h render it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "memory/execution_graph.h"

namespace fencepost::report {

struct DrawnEdge {
  memory::EventId from = 0, to = 0;
  std::string label;
  bool bold = false;
};

struct GraphDrawing {
  std::string title;
  std::string caption;  // one line below: the verdict
  std::vector<memory::Event> events;
  std::vector<DrawnEdge> edges;
};

// One colour a base relation, the same in every format.
std::string_view edge_colour(std::string_view relation);

}  // namespace fencepost::report
