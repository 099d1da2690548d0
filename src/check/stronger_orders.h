// Which of C's memory orders would forbid what a run read: release at a store, acquire at a load, instead of a fence between two
// accesses. As for fences (weakness.h) the model itself is asked about the same graph, with the events that these orders are compiled to, and
// none of them can be weaker: each is tried from no change upwards while the others stay.
#pragma once

#include <memory>
#include <vector>

#include "base/budget.h"
#include "memory/model.h"
#include "result/run_graph.h"

namespace fencepost::check {

// Of the accesses that these pairs are about, as far as C's atomic operations of the program make them. Empty: no orders forbid it, or the
// model allows no order of writes even as the graph is. Throws Exhausted.
std::vector<result::Weakness::Order> forbidding_orders(const result::RunGraph& graph,
                                                       const std::vector<result::Weakness::Pair>& pairs,
                                                       const std::shared_ptr<const memory::Model>& model,
                                                       Budget& budget);

}  // namespace fencepost::check
