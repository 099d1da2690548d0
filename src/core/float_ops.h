// Core's floating operators, by the host's arithmetic: float and double everywhere, long double where the host's format
// is the one asked for (80-bit x87 or IEEE binary128), or binary128 and 80 bits are asked for. Anything else throws UnsupportedFloat, which the interpreter turns
// into an outcome: a wrong rounding would be worse than no answer.
//
// A float is its bit pattern. An operator that yields a NaN yields the positive quiet one, neg flips the sign bit, and
// rounding is to nearest even, as in logic's floating terms.
#pragma once

#include <span>
#include <stdexcept>

#include "core/expr.h"

namespace fencepost::core {

class UnsupportedFloat : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

bool host_has_float(unsigned bits);

// add, sub, mul, div, neg, eq, ne, lt, le, is_nan on operands of type `type`.
Bits apply_float(ExprOp op, const Type& type, std::span<const Bits> args);
Bits int_to_float(Bits value, const Type& from, const Type& to);
Bits float_to_int(Bits value, const Type& from, const Type& to);  // 0 where the value does not fit
bool float_fits(Bits value, const Type& from, const Type& to);
Bits float_cast(Bits value, const Type& from, const Type& to);

}  // namespace fencepost::core
