// A litmus test of the C dialect as a program: its threads are spawned and joined by a main function, which then asserts
// the condition about their registers and the memory. A violation is an execution that `exists` asks for and `~exists`
// excludes, or one that breaks a `forall`. So every engine can decide the test, and its answer can be compared with
// that of the simulator (engine/litmus), which enumerates executions.
//
// Registers that the condition names are stored to memory at the end of their thread, where the stores order no other accesses.
// The condition is evaluated after the joins, so that it reads the last write to each location.
#pragma once

#include "core/core.h"
#include "frontend/litmus/test.h"

namespace fencepost::litmus {

// A test without a condition asserts nothing, but may still race. Throws InputError for tests of other dialects. A step that
// Core cannot express becomes an Unsupported.
core::Program to_core(const Test& test);

}  // namespace fencepost::litmus
