// The threads of an assembly test: a table with a column a thread and an instruction a cell, which the dialects read
// (asm_*.cpp); then branches find their labels.
#pragma once

#include <string>
#include <string_view>

#include "frontend/litmus/builder.h"

namespace fencepost::litmus {

// The table is the text of the file `whole` from `offset` to `end`.
void parse_asm_threads(Builder& b, std::string_view whole, size_t offset, size_t end, const std::string& file);

}  // namespace fencepost::litmus
