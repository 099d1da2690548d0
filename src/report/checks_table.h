// The table of checks (core/undef.def) for people.
#pragma once

#include <string>

namespace fencepost::report {

std::string checks_table();

}  // namespace fencepost::report
