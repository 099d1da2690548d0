// Event tags of litmus tests (c_calls.h) as Core's memory orders.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/core.h"

namespace fencepost::litmus {

enum class AccessKind { load, store, update, fence };

// Absent: no memory order corresponds to these tags.
std::optional<core::MemoryOrder> core_order(AccessKind kind, const std::vector<std::string>& tags);

}  // namespace fencepost::litmus
