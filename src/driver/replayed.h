// No UNSAFE leaves unchecked: of a result's violations only those stay that replay (check/replay.h). One that does not is a
// bug of ours, and saying so loudly is all that may be said about the program.
#pragma once

#include "base/budget.h"
#include "core/core.h"
#include "result/result.h"
#include "result/task.h"

namespace fencepost::driver {

bool replays(result::Violation& violation, const core::Program& program, const result::Property& property,
             Budget& budget);
void keep_replayed(result::Result& result, const core::Program& program, const result::Property& property,
                   Budget& budget);

// Of violations that stayed: what no run under sequential consistency does (check/weakness.h).
void find_weaknesses(result::Result& result, const result::Property& property);

}  // namespace fencepost::driver
