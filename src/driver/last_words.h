// What the process says when it dies of a signal: a stack that ran out and a limit of memory that was hit (libraries abort
// on that) are exhausted resources, everything else is our bug. Texts are rendered beforehand, since a signal
// handler may neither allocate nor format.
#pragma once

#include <cstdint>
#include <string>

namespace fencepost::driver {

#ifdef FENCEPOST_SANITIZED                       // by CMake: compilers have different names for it
inline constexpr bool kHandlersAreOurs = false;  // the sanitizer's report says more, and it takes memory of its own
#else
inline constexpr bool kHandlersAreOurs = true;
#endif

// The texts go to standard output, as the report that could not be made; without them there is only the message.
void set_last_words(const std::string& too_deep, const std::string& out_of_memory, const std::string& our_bug);

// What RLIMIT_DATA counts.
uint64_t data_megabytes();

// Installs the handlers, and gives the calling thread a stack on which they can run when its own is full.
void watch_this_thread();

}  // namespace fencepost::driver
