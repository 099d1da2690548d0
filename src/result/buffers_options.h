// How the engine that makes variables of store buffers goes about it (engine/buffers): its parts, each by the name that the user gives.
#pragma once

#include <cstdint>
#include <string>

namespace fencepost::result {

struct BuffersOptions {
  // From where predicates about buffers come: those of the proof under sc, said about what waits, too; the same of the cubes of that proof, which
  // then need no search; nowhere, so that refinement finds them. automatic: one after the other.
  enum class Extrapolation : uint8_t { automatic, predicates, cubes, none };

  uint32_t bound = 1;  // the first one, of the stores in each buffer
  Extrapolation extrapolation = Extrapolation::automatic;
  // Instead of those of a proof under sc: a file with one a line, and what it says.
  std::string predicates_file, predicates;
  uint32_t cube_size = 0;      // the most literals of a cube; 0: as many as the proof under sc needs
  bool drop_buffered = false;  // cubes: none about values that wait
};

}  // namespace fencepost::result
