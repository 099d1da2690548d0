// The text that printf writes (C11 7.21.6.1), from the interpreter's values. A conversion without a fitting argument,
// which is possible only when its check is switched off, becomes `?`.
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

// If `format` is empty, the first argument points to the format.
std::string printf_output(std::string_view format, std::span<const PrintedArgument> args, const Memory& memory);

}  // namespace fencepost::core
