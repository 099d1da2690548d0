// For models that allow only interleavings (memory/cat/store_order_shape.h): a literal for each two events of different
// threads says which comes first, and reads-from follows it. The solver then proposes few runs that the model forbids, and
// it sees what a choice of reads-from means for others while it searches, which matters where values have to add up.
//
// One order is kept of all events, of those that do not happen as well: list order within a thread and a Spawn before its
// thread hold for all of them, everything else only where both ends happen. So each order of the events of a run can be
// completed. Literals are monotone along threads; with two threads that makes them an order, with more it takes clauses
// for every three events. Where that would be too many clauses none are made: refinement is complete by itself.
#pragma once

#include <vector>

#include "base/budget.h"
#include "program/runs/reads_from.h"

namespace fencepost::program::runs {

std::vector<logic::Term> interleaving(const unroll::Unrolled& unrolled, const StaticOrder& order,
                                      const ReadsFrom& reads_from, logic::Terms& terms, Budget& budget);

}  // namespace fencepost::program::runs
