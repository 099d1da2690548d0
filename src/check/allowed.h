// Does a memory model allow a graph, as it is or with some order of writes? The cat file is evaluated, always: an engine's quicker
// search (memory/store_order.h) may propose the order of writes, never confirm it.
#pragma once

#include <memory>
#include <vector>

#include "base/budget.h"
#include "memory/execution_graph.h"
#include "memory/model.h"

namespace fencepost::check {

// The graph has rf, co and all that is derived from them. Throws Exhausted.
bool is_consistent(const memory::ExecutionGraph& graph, const std::shared_ptr<const memory::Model>& model,
                   Budget& budget);
// The graph has rf and derive_static() done; its co is not looked at. That there is no order is the word of a search: good for
// explaining a run, not for confirming one. Throws Exhausted.
bool is_allowed(const memory::ExecutionGraph& graph, const std::shared_ptr<const memory::Model>& model, Budget& budget);
// Likewise, and with that order, or with some where there are several, the model leaves undefined what one of these events does: a data
// race. False also where that rests on a choice of the model's own (with ... from), since one alternative alone is looked at.
bool is_undefined(const memory::ExecutionGraph& graph, const std::vector<memory::EventId>& racing,
                  const std::shared_ptr<const memory::Model>& model, Budget& budget);

}  // namespace fencepost::check
