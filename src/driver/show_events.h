// The printed form of an unrolled sequential program: what the run chooses, what is assumed, and which checks can fail
// under which condition, in execution order.
#pragma once

#include <string>

#include "driver/options.h"
#include "program/cfa.h"

namespace fencepost::driver {

std::string events_of(const program::Cfa& cfa, const Options& options, Budget& budget);

}  // namespace fencepost::driver
