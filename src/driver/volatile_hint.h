// A data race between accesses of which one is to a volatile object: code that was written for the Linux kernel's rules, or before
// C had atomics, means relaxed atomics by that, and --volatile relaxed takes it so.
#pragma once

#include "core/core.h"
#include "driver/options.h"
#include "result/result.h"

namespace fencepost::driver {

void suggest_relaxed_volatile(result::Result& result, const core::Program& program, const Options& options);

}  // namespace fencepost::driver
