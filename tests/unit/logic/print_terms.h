// Lets a failed expectation show terms as text.
#pragma once

#include <ostream>

#include "logic/term.h"

namespace fencepost::logic {

inline void PrintTo(Term term, std::ostream* out) { *out << (term ? to_string(term) : "null"); }

}  // namespace fencepost::logic
