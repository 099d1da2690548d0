// The run of `fencepost robust`: is every execution of a program under a memory model one of sequential consistency? The executions are
// those that `fencepost explore` counts, the ones that wait for ever included; of each, sc's cat file is asked whether some order of writes
// makes it one of sc. One for which there is none is replayed before it is told. Executions on which a check fails are not listed by exploring, so a program that fails under sc is
// never found robust.
#pragma once

#include <ostream>

#include "driver/options.h"

namespace fencepost::driver {

int robust_run(const Options& options, std::ostream& err);

}  // namespace fencepost::driver
