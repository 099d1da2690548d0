// The plain files beside this one that every page consists of.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::report::html {

std::string_view file(std::string_view name);
// All scripts, in the order in which they build on each other.
std::string script();

}  // namespace fencepost::report::html
