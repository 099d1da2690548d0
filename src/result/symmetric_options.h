// How the engine for threads that do the same goes about it (engine/symmetric): its parts, each by the name that the user gives. For how many threads
// is a part of the task.
#pragma once

#include <cstdint>

namespace fencepost::result {

struct SymmetricOptions {
  // The most predicates of a cube in the first abstraction of a step; 0: what weakest preconditions say by themselves (seed 002, section 4.2).
  uint32_t cube_length = 1;
  // The most threads whose common knowledge is asked for a proof for every number of them; 0: all states of a given number are looked at.
  uint32_t views = 3;
  bool symmetry = true;  // states count threads that are in the same place; otherwise each thread has its own
};

}  // namespace fencepost::result
