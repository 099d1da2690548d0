// The names by which users know loops (--unwindset): the line of the head, and function.line. A recursion has the name of the call.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "program/cfa.h"
#include "result/task.h"

namespace fencepost::driver {

// Those that no loop and no call has.
std::vector<std::string> names_of_no_loop(const std::map<std::string, unsigned>& bounds, const program::Cfa& cfa);

// A line for each loop that can be reached: FUNCTION.LINE, where it is, and its bound, as the user has set it.
std::string listed_loops(const result::EngineOptions& options, const program::Cfa& cfa);

}  // namespace fencepost::driver
