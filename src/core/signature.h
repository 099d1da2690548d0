// May a function be called through a pointer of some function type (C11 6.5.2.2p9)? Types are Function::signature
// strings: the result type, then the parameters in parentheses, or "(*)" where a declaration had no prototype.
// Without a prototype on one side only the result types are compared.
#pragma once

#include <string_view>

namespace fencepost::core {

bool compatible_signatures(std::string_view a, std::string_view b);

}  // namespace fencepost::core
