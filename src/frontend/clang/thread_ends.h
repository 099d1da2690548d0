// Threads of programs with thread-specific data end with its destructors (library/thread_keys.c): they are started through
// the library's own function, which calls the program's, and they leave through it.
#pragma once

#include "core/core.h"

namespace fencepost::frontend {

void call_destructors(core::Program& program);
// Whoever starts a thread in a program with futexes looks at the table of sleepers (library/futex.c).
void show_sleepers(core::Program& program);

}  // namespace fencepost::frontend
