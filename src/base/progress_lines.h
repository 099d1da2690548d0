// How a process that was started by another of ours tells it how far it is, where standard error is no terminal.
#pragma once

#include <string_view>

namespace fencepost {

// Who finds this in its environment writes lines on standard error that begin so.
inline constexpr const char* kProgressLines = "FENCEPOST_PROGRESS_LINES";
inline constexpr std::string_view kProgressPrefix = "progress: ";

}  // namespace fencepost
