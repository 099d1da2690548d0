// Questions about a Block and everything nested in it.
#pragma once

#include <vector>

#include "core/core.h"

namespace fencepost::program {

bool has_labels(const core::Block& block);
// Counts statements that access memory, without those of called functions.
unsigned count_accesses(const core::Block& block);
void collect_labels(const core::Block& block, std::vector<core::Label>& labels);

}  // namespace fencepost::program
