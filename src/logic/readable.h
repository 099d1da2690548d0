// Terms as people of C write them: "x <= 3 && (y == 0 || turn == 1)". For reports; to_string (term.h) is exact, and pinned by tests.
#pragma once

#include <functional>
#include <string>

#include "logic/term.h"

namespace fencepost::logic {

// A bit-vector whose highest bit is set is shown as a negative number. What is longer than `longest` is cut, with "...".
// Variables have their own names, or those that `name` gives them.
std::string readable(Term term, size_t longest, const std::function<std::string(const Term&)>& name = {});

}  // namespace fencepost::logic
