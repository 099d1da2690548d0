// A shortest cycle of a relation, to show a violated acyclicity axiom to people. One breadth-first search for each event on a
// cycle, so only for relations that are known to be cyclic.
#pragma once

#include <vector>

#include "memory/execution_graph.h"

namespace fencepost::memory {

// The events of the cycle, the first one repeated at the end; empty if the relation is acyclic.
std::vector<EventId> shortest_cycle(const Relation& r);

}  // namespace fencepost::memory
