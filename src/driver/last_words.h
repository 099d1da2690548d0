// What the process says when it dies of a signal: a stack that ran out and an address-space limit that was hit (libraries
// abort on that) are exhausted resources, everything else is our bug. Texts are rendered beforehand, since a signal
// handler may neither allocate nor format.
#pragma once

#include <string>

namespace fencepost::driver {

// Installs the handlers. The texts go to standard output, as the report that could not be made.
void set_last_words(const std::string& too_deep, const std::string& out_of_memory);

// Gives the calling thread a stack on which the handler can run when its own is full.
void watch_this_thread();

}  // namespace fencepost::driver
