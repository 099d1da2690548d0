// The program that a command is about: C files, or one litmus test of the C dialect.
#pragma once

#include "base/budget.h"
#include "driver/options.h"
#include "frontend/clang/frontend.h"

namespace fencepost::driver {

// shows_output: what it prints is part of it.
// fences: if given, its places are marked (core/place.h), and these fences stand there.
frontend::Elaborated read_program(const Options& options, Budget& budget, bool shows_output = false,
                                  const std::vector<frontend::PlacedFence>* fences = nullptr);

}  // namespace fencepost::driver
