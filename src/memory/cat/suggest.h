// "Did you mean ...?" for unknown names: the closest known name by edit distance, if it is close.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fencepost::memory::cat {

std::string closest(std::string_view name, const std::vector<std::string>& known);

}  // namespace fencepost::memory::cat
