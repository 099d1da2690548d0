// The machines on which replay follows a concurrent run.
#pragma once

#include <cstdint>

namespace fencepost::check {

// sc: one memory. tso: each thread's writes go through a first-in-first-out buffer. pso: through one buffer a cell.
// given: every read takes what its source wrote, for all other memory models; whether the model allows that is not judged.
enum class MachineKind : uint8_t { sc, tso, pso, given };

}  // namespace fencepost::check
