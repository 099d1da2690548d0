// Can everything be taken where it is wanted? So many of each source, so many wanted of each target, and which source serves which target.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fencepost::boolean {

// `serves[target]` has a bit for each source, of which there are at most 64. All of what there is has to be taken: the sums are the same.
bool can_transport(std::span<const uint32_t> sources, std::span<const uint32_t> targets,
                   std::span<const uint64_t> serves);

}  // namespace fencepost::boolean
