// The run of `fencepost explore`: the verdict is the bounded engine's, replayed as for verify; then all executions are
// counted. The two look at the same program in different ways, so each is a check of the other.
#pragma once

#include <ostream>

#include "driver/options.h"

namespace fencepost::driver {

int explore_run(const Options& options, std::ostream& err);

}  // namespace fencepost::driver
