// The program that a command is about: C files, or one litmus test of the C dialect.
#pragma once

#include <vector>

#include "base/budget.h"
#include "driver/options.h"
#include "frontend/clang/frontend.h"

namespace fencepost::driver {

// What is not in the files.
struct Changes {
  std::vector<frontend::PlacedFence> fences;
  std::vector<frontend::GivenOrder> orders;
};

// shows_output: what it prints is part of it.
// changes: if given, its places and orders are marked (core/place.h), and changed so.
frontend::Elaborated read_program(const Options& options, Budget& budget, bool shows_output = false,
                                  const Changes* changes = nullptr);

}  // namespace fencepost::driver
