// What holds of float operations in general: when they yield NaN, the sign and rough size of a result, on which side of its
// operands it lies. Enough for most questions that programs ask of floats, and far smaller than a circuit that rounds.
//
// All of it follows from correct rounding (IEEE 754-2008, 4.3): rounding keeps order and leaves alone what is a float, so
// that x <= y for a float y gives round(x) <= y; and a sum of two floats that is not zero does not underflow to it.
#pragma once

#include <vector>

#include "logic/term.h"

namespace fencepost::logic {

// Facts about `result`, a term that stands for the operator applied to the arguments (fp_add to fp_div, fp_to_fp, and to or
// from bit-vectors). None for x87's format, which has patterns that are no numbers.
std::vector<Term> float_lemmas(Op op, std::span<const Term> args, Term result, Terms& terms);

// What follows from one case: for operands with these values the result is this one, and since rounding keeps order, operands
// on one side of these have their result on one side of it.
struct FloatCase {
  std::vector<Term> values;  // constants, one for each argument
  Term result;
};
std::vector<Term> float_lemmas(Op op, std::span<const Term> args, Term result, const FloatCase& known, Terms& terms);

}  // namespace fencepost::logic
