// Lives of objects as places that threads share: cells beyond all contents (result::Cell::at).
#pragma once

#include <cstdint>

namespace fencepost::result {

// The lifetime of an object is a cell of its own, beyond all contents. So is that it has been allocated, where somebody
// asks who does not know a pointer to it, and that it is gone, where others may lie in its place.
inline constexpr uint64_t kLifetimeAt = uint64_t{1} << 62;
inline constexpr uint64_t kBirthAt = kLifetimeAt + 1;
inline constexpr uint64_t kGoneAt = kLifetimeAt + 2;
// In runs alone: the lifetime, read because a number becomes a pointer (Event::converts).
inline constexpr uint64_t kLookAt = kLifetimeAt + 3;
inline bool is_of_life(uint64_t at) { return at >= kLifetimeAt; }

}  // namespace fencepost::result
