// The run of `fencepost fences`: the cheapest fences under which a program is safe (fences/search.h). Each choice is read, lowered, decided
// and checked as `fencepost verify` does with a program that has these fences in its text.
#pragma once

#include <ostream>

#include "driver/options.h"

namespace fencepost::driver {

int fences_run(const Options& options, std::ostream& err);

}  // namespace fencepost::driver
