// The text of an `If` that does nothing: the run notes, as a choice (way.h), that a thread passes it. Waypoints of a witness that is
// validated have one each (driver/witness/weaken.cpp). No choice, since a thread goes on past the last one that a run gives.
#pragma once

#include <string_view>

namespace fencepost::core {

inline constexpr std::string_view kMark = "mark";

}  // namespace fencepost::core
