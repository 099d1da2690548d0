// Constant folding: the value of an operator on constants, computed with host arithmetic. Floats of 32 and 64 bits are
// folded by the host's float and double; other formats, and integers that leave 128 bits, stay symbolic. The evaluator
// (evaluate.cpp) computes the same functions by other means on purpose: tests hold the two against each other.
#pragma once

#include <optional>

#include "logic/term.h"

namespace fencepost::logic {

// `result` is the sort of the whole application; hi and lo matter to bv_extract alone.
std::optional<Bits> fold(Op op, Sort result, std::span<const Term> args, unsigned hi = 0, unsigned lo = 0);

std::optional<Bits> fold_float(Op op, Sort result, std::span<const Term> args);

}  // namespace fencepost::logic
