// A program that starts no thread says nothing of threads: its only one has number 0, and atomic sections mean nothing.
// Sequential programs that use errno or a lock then need no engine for threads.
#pragma once

#include "core/core.h"

namespace fencepost::frontend {

void settle_single_thread(core::Program& program);

}  // namespace fencepost::frontend
