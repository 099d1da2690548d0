// A literal for each two accesses says which takes effect first, and reads-from follows it. The solver then proposes few runs
// that the model forbids, and it sees what a choice of reads-from means for others while it searches, which matters where
// values have to add up. For models of interleavings, and for those that delay stores and nothing else: there a store takes
// effect when it leaves its thread's buffer, so that a later read of the thread may come first.
//
// One order is kept of all accesses, of those that do not happen as well. What holds for all of them is a part of program
// order that is transitive, and a Spawn before its thread; everything else holds only where both ends happen. So each order
// of the accesses of a run can be completed. Literals are monotone along chains of what program order keeps: a thread, or its
// reads and its stores. With two chains that makes them an order, with more it takes clauses for every three accesses. Where
// that would be too many clauses none are made: refinement is complete by itself.
#pragma once

#include "base/budget.h"
#include "logic/clauses.h"
#include "memory/probe.h"
#include "runs/reads_from.h"

namespace fencepost::runs {

logic::Clauses order_literals(const unroll::Unrolled& unrolled, const StaticOrder& order, const ReadsFrom& reads_from,
                              const memory::Relaxations& relaxations, logic::Terms& terms, Budget& budget);

// About how many clauses that makes, and how many it would, were they not too many.
double order_cost(const unroll::Unrolled& unrolled, const StaticOrder& order, const ReadsFrom& reads_from,
                  const memory::Relaxations& relaxations, logic::Terms& terms, Budget& budget);

}  // namespace fencepost::runs
