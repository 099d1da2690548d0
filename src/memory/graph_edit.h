// Graphs derived from a graph: its restriction to some events, and the same graph with fences inserted. Whether a
// program has such an execution is not asked.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "memory/execution_graph.h"

namespace fencepost::memory {

// The restriction to these events, in this order, with all sets and relations between them.
ExecutionGraph part_of(const ExecutionGraph& graph, const std::vector<EventId>& events);

struct FencePlace {
  EventId next_to = 0;
  bool after = true;  // else before it
};

// Inserts fences with these tags. The graph has rf and co, and its po is that of threads and instruction numbers. The
// fences get the largest event ids.
ExecutionGraph with_fences(const ExecutionGraph& graph, std::span<const FencePlace> places,
                           const std::vector<std::string>& tags);

}  // namespace fencepost::memory
