// The values behind a failed check, for people: "2147483647 + 1", "4 bytes at &a+12, an object of 12 bytes", "&p (dead)".
#pragma once

#include <string>
#include <vector>

#include "core/evaluate_expr.h"

namespace fencepost::core {

// Empty where the values of the operands explain nothing. `condition` is false under `regs`.
std::string explain(const Expr& condition, const std::vector<Value>& regs, Evaluator& evaluator, const Memory& memory);

}  // namespace fencepost::core
