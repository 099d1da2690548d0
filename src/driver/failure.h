// Three kinds of failure, never mixed: bad input, exhausted resources, our own bug. Here they become messages and exit
// codes, for every command alike.
#pragma once

#include <functional>
#include <ostream>

namespace fencepost::driver {

enum ExitCode : int {
  kExitUnknown = 20,
  kExitUsage = 64,
  kExitBadInput = 65,
  kExitMissingFile = 66,
  kExitBug = 70,
  kExitNoOutput = 73,  // the report could not be written
  kExitInterrupted = 130,
};

// Runs `work`; an exception becomes a message on `err` and its exit code.
int guarded(std::ostream& err, const std::function<int()>& work);

}  // namespace fencepost::driver
