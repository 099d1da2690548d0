// A choice of fences: which kind (kinds.h) at which place (core/place.h), both by number. Sorted, each once.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace fencepost::fences {

struct Item {
  uint32_t place = 0, kind = 0;
  auto operator<=>(const Item&) const = default;
};

using Placement = std::vector<Item>;

}  // namespace fencepost::fences
