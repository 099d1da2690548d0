// What printf and its like would write (C11 7.21.6.1), from the interpreter's values. Total: what the format asks for and the
// arguments do not give (the checks are off) is shown as `?`.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/memory_bytes.h"

namespace fencepost::core {

struct PrintedArgument {
  Value value;
  Type type;
};

// An empty format: the first argument points to it.
std::string printed(std::string_view format, std::span<const PrintedArgument> args, const Memory& memory);

}  // namespace fencepost::core
