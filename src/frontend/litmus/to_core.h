// A litmus test of the C dialect as a program: its threads are spawned and joined by a main function, which then asserts
// the condition about their registers and the memory. A violation is an execution that `exists` asks for and `~exists`
// excludes, or one that breaks a `forall`. What the simulator (simulate.h) enumerates, every engine can judge this way,
// and the two check each other.
//
// Registers that the condition names are stored at the end of their thread, where nothing is ordered by it, and all is
// read after the joins, so that the last write to each location is what is found there.
#pragma once

#include "core/core.h"
#include "frontend/litmus/test.h"

namespace fencepost::litmus {

// A test without a condition asserts nothing, but may still race. Throws InputError for tests of other dialects. What cannot be said in Core is an Unsupported at
// its place.
core::Program to_core(const Test& test);

}  // namespace fencepost::litmus
