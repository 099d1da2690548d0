#include "logic/cvc5_backend.h"

#include <algorithm>

#include "base/check.h"

namespace fencepost::logic {
namespace {

// Operators that carry over without parameters.
struct KindOf {
  Op op;
  cvc5::Kind kind;
};

constexpr KindOf kKinds[] = {
    {Op::not_, cvc5::NOT},
    {Op::and_, cvc5::AND},
    {Op::or_, cvc5::OR},
    {Op::eq, cvc5::EQUAL},
    {Op::ite, cvc5::ITE},
    {Op::bv_add, cvc5::BITVECTOR_ADD},
    {Op::bv_sub, cvc5::BITVECTOR_SUB},
    {Op::bv_mul, cvc5::BITVECTOR_MULT},
    {Op::bv_udiv, cvc5::BITVECTOR_UDIV},
    {Op::bv_urem, cvc5::BITVECTOR_UREM},
    {Op::bv_sdiv, cvc5::BITVECTOR_SDIV},
    {Op::bv_srem, cvc5::BITVECTOR_SREM},
    {Op::bv_neg, cvc5::BITVECTOR_NEG},
    {Op::bv_and, cvc5::BITVECTOR_AND},
    {Op::bv_or, cvc5::BITVECTOR_OR},
    {Op::bv_xor, cvc5::BITVECTOR_XOR},
    {Op::bv_not, cvc5::BITVECTOR_NOT},
    {Op::bv_shl, cvc5::BITVECTOR_SHL},
    {Op::bv_lshr, cvc5::BITVECTOR_LSHR},
    {Op::bv_ashr, cvc5::BITVECTOR_ASHR},
    {Op::bv_ult, cvc5::BITVECTOR_ULT},
    {Op::bv_ule, cvc5::BITVECTOR_ULE},
    {Op::bv_slt, cvc5::BITVECTOR_SLT},
    {Op::bv_sle, cvc5::BITVECTOR_SLE},
    {Op::bv_concat, cvc5::BITVECTOR_CONCAT},
    {Op::int_add, cvc5::ADD},
    {Op::int_sub, cvc5::SUB},
    {Op::int_mul, cvc5::MULT},
    {Op::int_div, cvc5::INTS_DIVISION},
    {Op::int_mod, cvc5::INTS_MODULUS},
    {Op::int_neg, cvc5::NEG},
    {Op::int_lt, cvc5::LT},
    {Op::int_le, cvc5::LEQ},
    {Op::bv_to_int_unsigned, cvc5::BITVECTOR_TO_NAT},
    {Op::fp_neg, cvc5::FLOATINGPOINT_NEG},
    {Op::fp_lt, cvc5::FLOATINGPOINT_LT},
    {Op::fp_le, cvc5::FLOATINGPOINT_LEQ},
    {Op::fp_eq, cvc5::FLOATINGPOINT_EQ},
    {Op::fp_is_nan, cvc5::FLOATINGPOINT_IS_NAN},
    {Op::fp_is_inf, cvc5::FLOATINGPOINT_IS_INF},
};

// Float operators that round.
constexpr KindOf kRounding[] = {
    {Op::fp_add, cvc5::FLOATINGPOINT_ADD},
    {Op::fp_sub, cvc5::FLOATINGPOINT_SUB},
    {Op::fp_mul, cvc5::FLOATINGPOINT_MULT},
    {Op::fp_div, cvc5::FLOATINGPOINT_DIV},
};

template <size_t N>
const KindOf* find(const KindOf (&table)[N], Op op) {
  auto found = std::find_if(std::begin(table), std::end(table), [op](const KindOf& row) { return row.op == op; });
  return found == std::end(table) ? nullptr : &*found;
}

}  // namespace

cvc5::Term Cvc5Backend::apply(Op op, const Expr* x, Term term) {
  switch (op) {
    case Op::bv_extract:
      return extract(x[0], term->hi, term->lo);
    case Op::bv_zext:
    case Op::bv_sext:
      return indexed(op == Op::bv_zext ? cvc5::BITVECTOR_ZERO_EXTEND : cvc5::BITVECTOR_SIGN_EXTEND,
                     {static_cast<uint32_t>(term.sort().width - term.args()[0].sort().width)}, {x[0]});
    case Op::bv_to_int_signed: {
      unsigned width = term.args()[0].sort().width;
      Expr value = solver_.mkTerm(cvc5::BITVECTOR_TO_NAT, {x[0]});
      // 2^128 does not fit into our own numbers.
      Expr half = solver_.mkTerm(cvc5::BITVECTOR_TO_NAT, {bv(Bits(1) << (width - 1), width)});
      Expr wrapped = solver_.mkTerm(cvc5::SUB, {value, half, half});
      return solver_.mkTerm(cvc5::ITE, {solver_.mkTerm(cvc5::LT, {value, half}), value, wrapped});
    }
    case Op::int_to_bv:
      return indexed(cvc5::INT_TO_BITVECTOR, {term.sort().width}, {x[0]});
    default:
      break;
  }
  const KindOf* row = find(kKinds, op);
  FP_CHECK_MSG(row != nullptr, "operator without a cvc5 counterpart");
  size_t count =
      op == Op::ite                                                                                                 ? 3
      : op == Op::not_ || op == Op::bv_neg || op == Op::bv_not || op == Op::int_neg || op == Op::bv_to_int_unsigned ? 1
                                                                                                                    : 2;
  return solver_.mkTerm(row->kind, {x, x + count});
}

cvc5::Term Cvc5Backend::float_apply(Op op, const Expr* x, Sort, Sort to) {
  if (const KindOf* row = find(kRounding, op)) return solver_.mkTerm(row->kind, {nearest_, x[0], x[1]});
  if (const KindOf* row = find(kKinds, op)) {
    bool binary = op == Op::fp_lt || op == Op::fp_le || op == Op::fp_eq;
    return solver_.mkTerm(row->kind, {x, x + (binary ? 2 : 1)});
  }
  FloatShape s = to.kind == SortKind::floating ? float_shape(to.width) : FloatShape{};
  switch (op) {
    case Op::fp_to_fp:
      return indexed(cvc5::FLOATINGPOINT_TO_FP_FROM_FP, {s.exponent, s.significand}, {nearest_, x[0]});
    case Op::fp_from_sbv:
      return indexed(cvc5::FLOATINGPOINT_TO_FP_FROM_SBV, {s.exponent, s.significand}, {nearest_, x[0]});
    case Op::fp_from_ubv:
      return indexed(cvc5::FLOATINGPOINT_TO_FP_FROM_UBV, {s.exponent, s.significand}, {nearest_, x[0]});
    case Op::fp_to_sbv:
      return indexed(cvc5::FLOATINGPOINT_TO_SBV, {to.width}, {truncate_, x[0]});
    case Op::fp_to_ubv:
      return indexed(cvc5::FLOATINGPOINT_TO_UBV, {to.width}, {truncate_, x[0]});
    default:
      FP_UNREACHABLE("operator without a cvc5 counterpart");
  }
}

}  // namespace fencepost::logic
