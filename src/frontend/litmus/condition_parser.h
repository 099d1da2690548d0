// Parses the end of a litmus test: `locations`, `filter`, and the condition on final states under exists, ~exists or
// forall.
#pragma once

#include "frontend/litmus/builder.h"
#include "frontend/litmus/scanner.h"

namespace fencepost::litmus {

// Requires that the threads have been parsed, since it refers to their registers.
void parse_condition(Builder& b, Scanner& s);

}  // namespace fencepost::litmus
