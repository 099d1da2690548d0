// The SMT-LIB name of each operator, one table for the printer and for messages.
#pragma once

#include <string_view>

#include "logic/term.h"

namespace fencepost::logic {

std::string_view op_name(Op op);

}  // namespace fencepost::logic
