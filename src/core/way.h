// What a run does that a witness tells: where threads come to, which branches they take, what is chosen for them. The story for people
// (core/trace.h) has other steps, and says in words what stands here as data.
#pragma once

#include <cstdint>
#include <string>

#include "base/source.h"

namespace fencepost::core {

struct WayStep {
  enum class Kind : uint8_t { access, branch, choice, spawn };
  Kind kind = Kind::access;  // access: of what threads share, or else of interest to others
  uint32_t thread = 0;
  SourcePos pos;
  std::string function = {};
  // Of the activation, since control last jumped in it: of two steps in one statement, whether it was entered again in between.
  uint64_t entry = 0;
  bool taken = false;      // branch
  std::string value = {};  // choice: as C writes it
  uint32_t spawned = 0;    // spawn: the number of the new thread
};

}  // namespace fencepost::core
