// The names by which users know loops (--unwindset): the line of the head, and function.line. A recursion has the name of the call.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "program/cfa.h"

namespace fencepost::driver {

// Those that no loop and no call has.
std::vector<std::string> names_of_no_loop(const std::map<std::string, unsigned>& bounds, const program::Cfa& cfa);

}  // namespace fencepost::driver
