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
  bool marks_places = true;
  bool maps_source = false;                          // frontend::Elaborated::source_map
  std::vector<frontend::Insertion> insertions = {};  // and their handovers
  size_t handovers = 1;
};

// shows_output: what it prints is part of it.
// changes: if given, its places and orders are marked (core/place.h), unless they need not be, and changed so.
frontend::Elaborated read_program(const Options& options, Budget& budget, bool shows_output = false,
                                  const Changes* changes = nullptr);

}  // namespace fencepost::driver
