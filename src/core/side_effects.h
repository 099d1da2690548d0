// The side effect of an assignment comes after the value computations of its operands (C11 6.5.16p3) and before the next
// sequence point, but in no order with what else happens until then: of `y = x = 1` other threads may see y first. Core
// does it where it stands. Where others may see it, and something after it, this pass lets the run choose whether it is done
// there or later:
//
//   X{... store a ...}; R; seqpoint      becomes      d = false; X{... choose d; if (!d) store a ...}
//                                                     unseq { if (d) store a } { R }; seqpoint
//
// If X is a strand and R its end, the store may stay pending for what follows the strands, too.
//
// `x++` and `x += e` are one evaluation towards calls (6.5.2.4p2, 6.5.16.2p3): beside calls they stay where they are.
#pragma once

#include "core/core.h"

namespace fencepost::core {

// Before decide_evaluation_orders (evaluation_order.h), of programs with threads.
void delay_side_effects(Program& program);

}  // namespace fencepost::core
