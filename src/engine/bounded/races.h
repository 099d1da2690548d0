// Is there a data race: two threads access one place, one of them writes, and not both accesses are atomic, with no order
// between them by the model's definition or, if it has none, at the same time?
#pragma once

#include "engine/bounded/bounded_runs.h"

namespace fencepost::engine::bounded {

struct Races : Answer {
  // An object may be used without coming after its beginning and before its end; looked for if nothing races.
  std::optional<result::Claim> use_outside_life;
};

// One race, or one for each place.
Races find_races(BoundedRuns& runs, bool all);

}  // namespace fencepost::engine::bounded
