// The invariants of cfa.h, checked after lowering and after every pass. A violation is our bug: InternalError that names
// the pass, the procedure and the edge.
#pragma once

#include <string_view>

#include "program/cfa.h"

namespace fencepost::program {

void verify(const Procedure& procedure, std::string_view after);

}  // namespace fencepost::program
