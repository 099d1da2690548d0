// `fencepost run`: one concrete run of a program by the interpreter of Core. What C leaves open is zero and in source order,
// or drawn from a seed.
#pragma once

#include <ostream>

#include "driver/options.h"

namespace fencepost::driver {

int interpret_run(const Options& options, std::ostream& err);

}  // namespace fencepost::driver
