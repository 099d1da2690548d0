// The numbers that a program speaks of: inputs that are one of them, or next to one, go ways that others do not.
#pragma once

#include <vector>

#include "core/core.h"

namespace fencepost::engine::sampling {

using Constants = std::vector<core::Bits>;

// Of its own functions, not those of the library; sorted, and not too many.
Constants constants_of(const core::Program& program);

}  // namespace fencepost::engine::sampling
