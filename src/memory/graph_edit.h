// Graphs derived from a graph: its restriction to some events, and the same graph with fences inserted. Whether a
// program has such an execution is not asked.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "memory/cat/explainer.h"
#include "memory/execution_graph.h"

namespace fencepost::memory {

// The restriction to these events, in this order, with all sets and relations between them.
ExecutionGraph part_of(const ExecutionGraph& graph, const std::vector<EventId>& events);

// Its part of these events, and of the relations that another graph with these events need not have (reads-from, coherence,
// dependencies) these edges alone.
struct NamedPart {
  std::vector<EventId> events;  // sorted; the part has them in this order
  ExecutionGraph graph;
};
NamedPart part_named(const ExecutionGraph& graph, const std::set<EventId>& events,
                     const std::set<cat::NamedEdge>& edges);

struct FencePlace {
  EventId next_to = 0;
  bool after = true;  // else before it
};

// Inserts fences with these tags. The graph has rf and co, and its po is that of threads and instruction numbers. The
// fences get the largest event ids.
ExecutionGraph with_fences(const ExecutionGraph& graph, std::span<const FencePlace> places,
                           const std::vector<std::string>& tags);

// With other tags at an event.
ExecutionGraph with_tags(ExecutionGraph graph, EventId event, const std::vector<std::string>& without,
                         const std::vector<std::string>& with);

}  // namespace fencepost::memory
