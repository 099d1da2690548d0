// 128-bit numbers as decimal text, the form in which foreign solvers take and give them.
#pragma once

#include <string>
#include <string_view>

#include "logic/term.h"

namespace fencepost::logic {

std::string decimal(Bits value);
std::string signed_decimal(SignedBits value);

// An optional minus sign and digits. Throws InternalError beyond 128 bits: no C value that we model is larger.
Bits parse_decimal(std::string_view text);

}  // namespace fencepost::logic
