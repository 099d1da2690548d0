// Removes the statements about threads from a program that starts none: its only thread has number 0, and atomic sections have
// no meaning. Sequential programs that use errno or a lock then need no engine for threads.
#pragma once

#include "core/core.h"

namespace fencepost::frontend {

void drop_thread_statements(core::Program& program);

}  // namespace fencepost::frontend
