// The initial state of a litmus test, `{ x=1; 0:X1=y; int a[2]={1,2}; }`, and values as they stand there and in conditions:
// numbers, addresses, instructions and code labels. Labels are used there before the code is parsed; resolve_labels() finds their targets.
#pragma once

#include <optional>

#include "frontend/litmus/builder.h"
#include "frontend/litmus/scanner.h"

namespace fencepost::litmus {

void parse_initial_state(Builder& b, Scanner& s);
Value parse_value(Builder& b, Scanner& s);

// Parts of the syntax that conditions share: a thread, `0:` or `P0:`, and an index, `[3]`, if one comes next.
std::optional<size_t> accept_thread(Scanner& s);
std::optional<int64_t> accept_index(Scanner& s);

// Resolves the labels in initial values and conditions, once the code is parsed.
void resolve_labels(Test& test);

}  // namespace fencepost::litmus
