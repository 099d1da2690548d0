// The program that a command is about: C files, or one litmus test of the C dialect.
#pragma once

#include "base/budget.h"
#include "driver/options.h"
#include "frontend/clang/frontend.h"

namespace fencepost::driver {

// shows_output: what it prints is part of it.
frontend::Elaborated read_program(const Options& options, Budget& budget, bool shows_output = false);

}  // namespace fencepost::driver
