// Terms as expressions of C that have the same value in every compiler that wraps conversions to signed types, as GCC and Clang do: for
// witnesses, which other tools evaluate. readable.h is for people, and leaves out what they can guess.
#pragma once

#include <optional>
#include <string>

#include "logic/term.h"

namespace fencepost::logic {

// A Boolean term over bit-vectors of 8, 16, 32 and 64 bits, whose variables have the names of integer objects of as many bits. Nothing: it has
// other parts, or is longer than `longest`.
std::optional<std::string> c_expression(Term term, size_t longest);

}  // namespace fencepost::logic
