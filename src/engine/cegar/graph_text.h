// The abstract reachability graph as text in DOT: a node is where the threads stand and what is known there; who is covered points to
// whoever covers it by a dashed edge.
#pragma once

#include <functional>
#include <string>

#include "engine/cegar/reachability_graph.h"

namespace fencepost::engine::cegar {

// more: what the semantics has to add about a configuration, lines; may be null.
std::string to_dot(const ReachabilityGraph& graph, const flat::FlatProgram& program, const Steps& steps, Domain& domain,
                   const std::function<std::string(uint32_t configuration)>& more = nullptr);

}  // namespace fencepost::engine::cegar
