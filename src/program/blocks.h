// Questions about a Block and everything nested in it.
#pragma once

#include <vector>

#include "core/core.h"

namespace fencepost::program {

bool has_labels(const core::Block& block);
// Loads, stores and other statements that touch memory; not what called functions do.
unsigned count_accesses(const core::Block& block);
void collect_labels(const core::Block& block, std::vector<core::Label>& labels);

}  // namespace fencepost::program
