// What program order alone says about reads-from literals, before any run is proposed: which cannot hold together. Seed 004
// learns such clauses from proposed runs; those that need two literals are so many and so cheap that they come first.
//
//   - a read takes one write;
//   - two updates cannot both take the same write (the halves of an update are adjacent in coherence), and where only
//     updates write, each but the last is taken by one;
//   - two reads of one cell by ordered events see writes in their order (coherence);
//   - for models of store buffers: no two reads-from edges, with the orders that each forces on other writes of its cell,
//     and program order close a cycle.
#pragma once

#include "base/budget.h"
#include "logic/clauses.h"
#include "memory/probe.h"
#include "runs/reads_from.h"

namespace fencepost::runs {

logic::Clauses lemmas(const unroll::Unrolled& unrolled, const StaticOrder& order, const ReadsFrom& reads_from,
                      const memory::Relaxations& relaxations, bool ordered, logic::Terms& terms, Budget& budget);

}  // namespace fencepost::runs
