// Does a memory model allow a graph, as it is or with whatever order of writes?
#pragma once

#include <memory>

#include "base/budget.h"
#include "memory/execution_graph.h"
#include "memory/model.h"

namespace fencepost::check {

// The graph has rf, co and all that is derived from them. Throws Exhausted.
bool is_consistent(const memory::ExecutionGraph& graph, const std::shared_ptr<const memory::Model>& model,
                   Budget& budget);
// The graph has rf and derive_static() done; its co is not looked at. Throws Exhausted.
bool is_allowed(const memory::ExecutionGraph& graph, const std::shared_ptr<const memory::Model>& model, Budget& budget);

}  // namespace fencepost::check
