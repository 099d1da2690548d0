// Event tags of litmus tests (c_calls.h) as Core's memory orders.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/core.h"

namespace fencepost::litmus {

enum class Does { load, store, update, fence };

// Absent: no order says this.
std::optional<core::MemoryOrder> core_order(Does does, const std::vector<std::string>& tags);

}  // namespace fencepost::litmus
