// What a litmus test asks of its final states: `locations`, `filter`, and the condition under exists, ~exists or forall.
#pragma once

#include "frontend/litmus/builder.h"
#include "frontend/litmus/scanner.h"

namespace fencepost::litmus {

// After the threads: their registers must be known.
void parse_condition(Builder& b, Scanner& s);

}  // namespace fencepost::litmus
