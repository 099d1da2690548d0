// The rules that builders apply, grouped by what they are about. Each function looks at most a few levels into its
// arguments and either returns an equal, simpler term or the null Term ("no rule"); arguments are not all constant
// (fold.h comes first) and commutative operators have their constant, if any, second. Rules may call the builders;
// Terms bounds that recursion, so one build costs constant time.
#pragma once

#include "logic/term.h"

namespace fencepost::logic {

// A Boolean term without its leading negation: complementary terms share the base.
struct Literal {
  Term base;
  bool negated = false;

  bool operator==(const Literal&) const = default;
  Literal operator!() const { return {base, !negated}; }
};

inline Literal literal(Term term) {
  return term.op() == Op::not_ ? Literal{term.args()[0], true} : Literal{term, false};
}

inline bool complementary(Term a, Term b) { return literal(a) == !literal(b); }

inline bool is_zero(Term term) { return term.is_const() && term.value() == 0; }
inline bool is_ones(Term term) { return term.is_const() && term.value() == low_bits(~Bits(0), term.sort().width); }

// and_ or or_, chosen by `op`. Rules without look-ahead, then with.
Term simplify_junction_shallow(Terms& terms, Op op, Term a, Term b);
Term simplify_junction(Terms& terms, Op op, Term a, Term b);

Term simplify_ite(Terms& terms, Term condition, Term then_value, Term else_value);

Term simplify_eq(Terms& terms, Term a, Term b);
Term simplify_compare(Terms& terms, Op op, Term a, Term b);     // bv_ult, bv_ule, bv_slt, bv_sle
Term simplify_arithmetic(Terms& terms, Op op, Term a, Term b);  // bv_add to bv_srem
Term simplify_bitwise(Terms& terms, Op op, Term a, Term b);     // bv_and to bv_ashr
Term simplify_concat(Terms& terms, Term high, Term low);
Term simplify_extract(Terms& terms, Term a, unsigned hi, unsigned lo);
Term simplify_extend(Terms& terms, Op op, Term a, unsigned width);  // bv_zext, bv_sext; strictly wider
Term simplify_integer(Terms& terms, Op op, Term a, Term b);
Term simplify_float(Terms& terms, Op op, Term a, Term b);
Term simplify_unary(Terms& terms, Op op, Term a);
Term simplify_conversion(Terms& terms, Op op, Term a, Sort to);

// Leaves of an if-then-else tree of at most two levels are all constants: an operator with one such argument and
// constants besides moves into the leaves and folds there.
bool has_constant_leaves(Term term);

}  // namespace fencepost::logic
