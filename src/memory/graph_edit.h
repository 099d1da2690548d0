// Graphs made from a graph: a part of it, and the same with fences put in. What a program would do there is not asked.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "memory/execution_graph.h"

namespace fencepost::memory {

// Only these events, in this order, with all sets and relations between them.
ExecutionGraph part_of(const ExecutionGraph& graph, const std::vector<EventId>& events);

struct FencePlace {
  EventId next_to = 0;
  bool after = true;  // or before it
};

// Program order follows from threads and instruction numbers; rf and co are there. New events come last.
ExecutionGraph with_fences(const ExecutionGraph& graph, std::span<const FencePlace> places,
                           const std::vector<std::string>& tags);

}  // namespace fencepost::memory
