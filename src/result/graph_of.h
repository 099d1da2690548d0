// A state's events as an execution graph, as runs/candidate_execution.h makes it of a run.
#pragma once

#include <functional>

#include "memory/execution_graph.h"
#include "program/mapping.h"
#include "result/graph_state.h"

namespace fencepost::result {

struct NumberedGraph {
  memory::ExecutionGraph graph;
  std::vector<EventRef> events;  // by number
  memory::EventId number(const EventRef& of) const;
};

// is_tracked: variables whose first values are initial writes. With rf, rmw, section, sync and what follows from the events
// (derive_static); without co.
NumberedGraph graph_of(const flat::FlatProgram& program, const program::Mapping& mapping, const GraphState& state,
                       const std::function<bool(uint32_t variable)>& is_tracked);

}  // namespace fencepost::result
