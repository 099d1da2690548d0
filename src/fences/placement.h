// A choice of changes: which level (spots.h) at which spot, both by number. Sorted, each once; of spots that are exclusive at most one level.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace fencepost::fences {

struct Item {
  uint32_t spot = 0, level = 0;
  auto operator<=>(const Item&) const = default;
};

using Placement = std::vector<Item>;

}  // namespace fencepost::fences
