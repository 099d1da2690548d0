// What coherence says about the order of writes and reads-from, before any run is proposed, for models in which that order is a
// choice (refinement.h). Refinement learns all of it, one reason a run; with locks, where each section sees what the one
// before it left, that takes thousands of runs.
//
//   - the order of writes to a cell is transitive;
//   - whoever comes before a read is not after the write that it takes, whoever comes after it is not before that write, and
//     reads that come one after the other take writes in order (coherence);
//   - nothing comes between the write that an update takes and its own;
//   - where a read that acquires takes a write of another thread that releases, all that comes before that write comes before all
//     that comes after that read: the same holds across the two threads then. So what a lock orders is known, since who
//     takes it reads from whoever gave it up;
//   - where plain reads take only what happens before them, who takes another thread's write has synchronised with somebody
//     since that write, or waited for a thread's end; and what it takes is not overwritten on that way.
//
// Each is said of accesses to one certain cell, under the condition that they happen; the rest is left to refinement.
#pragma once

#include <functional>

#include "base/budget.h"
#include "logic/clauses.h"
#include "runs/reads_from.h"

namespace fencepost::runs {

struct CoherenceRules {
  // Of which cells are all writes ordered, by `before`? A model with an order of its own (c11) has one of atomic writes.
  bool atomic_writes_are_ordered = true, plain_writes_are_ordered = true;
  bool updates_are_whole = true;  // Relaxations::torn_updates
  bool synchronises = true;       // program::Synchronising
  bool reads_are_visible = true;  // likewise
};

// `before`: two writes to one cell (unroll::Event numbers), the first is earlier: a literal, or a constant if that is fixed.
logic::Clauses coherence_lemmas(const unroll::Unrolled& unrolled, const StaticOrder& order, const ReadsFrom& reads_from,
                                const CoherenceRules& rules,
                                const std::function<logic::Term(uint32_t, uint32_t)>& before, logic::Terms& terms,
                                Budget& budget);

}  // namespace fencepost::runs
