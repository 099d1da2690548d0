// Load-exclusives and store-exclusives that stand in statements of their own (assembly_exclusives.cpp). What the former keep is dropped where
// there are none of the latter. Elsewhere every way from a load to a store must be free of anything but the thread's own
// computations: only then does it not matter that the store goes by the value that it finds, and not by who wrote it. A store that can
// be reached after an access of memory that others may see becomes Unsupported.
#pragma once

#include "core/core.h"

namespace fencepost::frontend {

// The function of the library that the store-exclusive calls at last.
inline constexpr const char* kTakesExclusive = "__fencepost_exclusive_take";

void join_separate_exclusives(core::Program& program);

}  // namespace fencepost::frontend
