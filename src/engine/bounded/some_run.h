// Is there a run on which nothing fails? Asked where no check can.
#pragma once

#include "engine/bounded/bounded_runs.h"

namespace fencepost::engine::bounded {

// One that comes to its end, or else one whose threads all end, wait or go on beyond their bounds. Nothing: there is none, or
// the solver gave up.
std::optional<result::Run> some_run(BoundedRuns& runs);
// Of a program without a run: the last assumption that one gets to.
std::optional<SourcePos> last_assumption(BoundedRuns& runs);

}  // namespace fencepost::engine::bounded
