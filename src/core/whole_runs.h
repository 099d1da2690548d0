// Kinds of failure that are told from whole runs: what is left when the program ends, and threads that never go on. No place in the
// program is where they are checked, so locations and values say nothing about them.
#pragma once

#include <array>

#include "core/undef.h"

namespace fencepost::core {

inline constexpr std::array kWholeRuns = {Undef::memory_leak, Undef::unfreed, Undef::deadlock, Undef::liveness};

}  // namespace fencepost::core
