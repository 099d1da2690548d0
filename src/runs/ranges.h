// How large shared numbers can get. A value that is read was written for a cause that came before, so a chain of writes, each
// computed from the one before, passes each of them once: a counter that starts at 0 and is incremented in six places is at
// most 6. Reads-from and order literals say the same, but a solver that has to find out that three bits of a counter matter and
// 29 do not, for one chain after another, does little else.
#pragma once

#include <vector>

#include "base/budget.h"
#include "runs/reads_from.h"

namespace fencepost::runs {

// Holds in models in which program order and reads-from have no cycle (unroll::ModelFacts::values_have_causes).
std::vector<logic::Term> ranges(const unroll::Unrolled& unrolled, const ReadsFrom& reads_from, logic::Terms& terms,
                                Budget& budget);

}  // namespace fencepost::runs
