// A shortest cycle of a relation: what a person wants to see of a violated acyclicity axiom. One breadth-first search an
// event on a cycle; only asked for relations that are known to be cyclic.
#pragma once

#include <vector>

#include "memory/execution_graph.h"

namespace fencepost::memory {

// Its events, the first one repeated at the end; empty when the relation is acyclic.
std::vector<EventId> shortest_cycle(const Relation& r);

}  // namespace fencepost::memory
