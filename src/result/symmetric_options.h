// How the engine for replicated threads goes about it (engine/symmetric).
#pragma once

#include <cstdint>

namespace fencepost::result {

struct SymmetricOptions {
  uint32_t cube_length = 1;   // of Cartesian abstraction; 0: weakest preconditions alone
  bool uses_symmetry = true;  // otherwise threads are told apart, to compare with
};

}  // namespace fencepost::result
