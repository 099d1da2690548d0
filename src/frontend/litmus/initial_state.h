// The initial state of a litmus test, `{ x=1; 0:X1=y; int a[2]={1,2}; }`, and values as they stand there and in conditions:
// numbers, addresses, instructions and code labels. Labels are named before the code is read: resolve_labels() finds them.
#pragma once

#include <optional>

#include "frontend/litmus/builder.h"
#include "frontend/litmus/scanner.h"

namespace fencepost::litmus {

void parse_initial_state(Builder& b, Scanner& s);
Value parse_value(Builder& b, Scanner& s);

// Pieces that conditions share. `0:` or `P0:`, if it comes next, and `[3]`.
std::optional<size_t> accept_thread(Scanner& s);
std::optional<int64_t> accept_index(Scanner& s);

// Labels named in initial values and conditions, once the code is known.
void resolve_labels(Test& test);

}  // namespace fencepost::litmus
