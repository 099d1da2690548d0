// Has a bound shown anything, and all that a deeper one would look at?
#pragma once

#include "engine/bounded/bounded_runs.h"
#include "engine/bounded/standstills.h"
#include "program/check_places.h"

namespace fencepost::engine::bounded {

// Does every run meet a bound, but for those of loops without a way out? Then nothing has been shown.
bool all_are_cut(BoundedRuns& runs, Standstills& standstills);
// Does some run come to each of the program's checks?
bool looks_at_all(BoundedRuns& runs, const program::CheckPlaces& checks);

}  // namespace fencepost::engine::bounded
