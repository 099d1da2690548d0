// "Weak because ...": why a run is not sequentially consistent, and which fences forbid it, in a few lines.
#pragma once

#include <string>

#include "result/result.h"

namespace fencepost::report {

// Empty for a violation without a weakness.
std::string weakness_text(const result::Violation& violation);

}  // namespace fencepost::report
