// `fencepost show`: prints the program as a stage sees it. Whoever debugs looks at the stage, not into a debugger.
#pragma once

#include <ostream>

#include "driver/options.h"

namespace fencepost::driver {

int show_run(const Options& options, std::ostream& err);

}  // namespace fencepost::driver
