// Core's integer operators on plain numbers (expr.h says what each means): the builders fold with them and the
// interpreter evaluates with them. A value is the low `bits` bits of a Bits, upper bits zero; every function
// here takes and gives values in that form.
//
// Written apart from logic's term simplifier on purpose: the interpreter judges what engines found with terms.
#pragma once

#include <optional>
#include <span>

#include "core/expr.h"

namespace fencepost::core {

Bits truncate(Bits value, unsigned bits);
SignedBits sign_extend(Bits value, unsigned bits);
// The number that a value of an integer type stands for. Unsigned 128-bit numbers do not fit SignedBits and are
// never asked for.
SignedBits to_number(Bits value, const Type& type);

// Operators on integers and Booleans, including the *_fits predicates and int_cast. `operand` is the type of the
// first argument, `result` that of the result. Nothing for operators that are not integer operators.
std::optional<Bits> apply_integer(ExprOp op, const Type& result, const Type& operand, std::span<const Bits> args);

}  // namespace fencepost::core
