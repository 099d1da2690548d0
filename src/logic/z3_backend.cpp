#include "logic/z3_backend.h"

#include "base/check.h"

namespace fencepost::logic {

z3::expr Z3Backend::apply(Op op, const Expr* x, Term term) {
  Z3_context c = context_;
  auto two = [&](auto make) {
    Z3_ast pair[] = {x[0], x[1]};
    return wrap(make(c, 2, pair));
  };
  switch (op) {
    case Op::not_:
      return !x[0];
    case Op::and_:
      return two(Z3_mk_and);
    case Op::or_:
      return two(Z3_mk_or);
    case Op::eq:
      return wrap(Z3_mk_eq(c, x[0], x[1]));
    case Op::ite:
      return z3::ite(x[0], x[1], x[2]);
    case Op::bv_add:
      return wrap(Z3_mk_bvadd(c, x[0], x[1]));
    case Op::bv_sub:
      return wrap(Z3_mk_bvsub(c, x[0], x[1]));
    case Op::bv_mul:
      return wrap(Z3_mk_bvmul(c, x[0], x[1]));
    case Op::bv_udiv:
      return wrap(Z3_mk_bvudiv(c, x[0], x[1]));
    case Op::bv_urem:
      return wrap(Z3_mk_bvurem(c, x[0], x[1]));
    case Op::bv_sdiv:
      return wrap(Z3_mk_bvsdiv(c, x[0], x[1]));
    case Op::bv_srem:
      return wrap(Z3_mk_bvsrem(c, x[0], x[1]));
    case Op::bv_neg:
      return wrap(Z3_mk_bvneg(c, x[0]));
    case Op::bv_and:
      return wrap(Z3_mk_bvand(c, x[0], x[1]));
    case Op::bv_or:
      return wrap(Z3_mk_bvor(c, x[0], x[1]));
    case Op::bv_xor:
      return wrap(Z3_mk_bvxor(c, x[0], x[1]));
    case Op::bv_not:
      return wrap(Z3_mk_bvnot(c, x[0]));
    case Op::bv_shl:
      return wrap(Z3_mk_bvshl(c, x[0], x[1]));
    case Op::bv_lshr:
      return wrap(Z3_mk_bvlshr(c, x[0], x[1]));
    case Op::bv_ashr:
      return wrap(Z3_mk_bvashr(c, x[0], x[1]));
    case Op::bv_ult:
      return wrap(Z3_mk_bvult(c, x[0], x[1]));
    case Op::bv_ule:
      return wrap(Z3_mk_bvule(c, x[0], x[1]));
    case Op::bv_slt:
      return wrap(Z3_mk_bvslt(c, x[0], x[1]));
    case Op::bv_sle:
      return wrap(Z3_mk_bvsle(c, x[0], x[1]));
    case Op::bv_concat:
      return concat(x[0], x[1]);
    case Op::bv_extract:
      return extract(x[0], term->hi, term->lo);
    case Op::bv_zext:
      return z3::zext(x[0], term.sort().width - term.args()[0].sort().width);
    case Op::bv_sext:
      return z3::sext(x[0], term.sort().width - term.args()[0].sort().width);
    case Op::int_add:
      return two(Z3_mk_add);
    case Op::int_sub:
      return two(Z3_mk_sub);
    case Op::int_mul:
      return two(Z3_mk_mul);
    case Op::int_div:
      return wrap(Z3_mk_div(c, x[0], x[1]));
    case Op::int_mod:
      return wrap(Z3_mk_mod(c, x[0], x[1]));
    case Op::int_neg:
      return wrap(Z3_mk_unary_minus(c, x[0]));
    case Op::int_lt:
      return wrap(Z3_mk_lt(c, x[0], x[1]));
    case Op::int_le:
      return wrap(Z3_mk_le(c, x[0], x[1]));
    case Op::bv_to_int_unsigned:
      return wrap(Z3_mk_bv2int(c, x[0], false));
    case Op::bv_to_int_signed:
      return wrap(Z3_mk_bv2int(c, x[0], true));
    case Op::int_to_bv:
      return wrap(Z3_mk_int2bv(c, term.sort().width, x[0]));
    default:
      FP_UNREACHABLE("operator without a Z3 counterpart");
  }
}

z3::expr Z3Backend::float_apply(Op op, const Expr* x, Sort, Sort to) {
  Z3_context c = context_;
  switch (op) {
    case Op::fp_add:
      return wrap(Z3_mk_fpa_add(c, nearest_, x[0], x[1]));
    case Op::fp_sub:
      return wrap(Z3_mk_fpa_sub(c, nearest_, x[0], x[1]));
    case Op::fp_mul:
      return wrap(Z3_mk_fpa_mul(c, nearest_, x[0], x[1]));
    case Op::fp_div:
      return wrap(Z3_mk_fpa_div(c, nearest_, x[0], x[1]));
    case Op::fp_neg:
      return wrap(Z3_mk_fpa_neg(c, x[0]));
    case Op::fp_lt:
      return wrap(Z3_mk_fpa_lt(c, x[0], x[1]));
    case Op::fp_le:
      return wrap(Z3_mk_fpa_leq(c, x[0], x[1]));
    case Op::fp_eq:
      return wrap(Z3_mk_fpa_eq(c, x[0], x[1]));
    case Op::fp_is_nan:
      return wrap(Z3_mk_fpa_is_nan(c, x[0]));
    case Op::fp_is_inf:
      return wrap(Z3_mk_fpa_is_infinite(c, x[0]));
    case Op::fp_to_fp:
      return wrap(Z3_mk_fpa_to_fp_float(c, nearest_, x[0], float_sort(to.width)));
    case Op::fp_from_sbv:
      return wrap(Z3_mk_fpa_to_fp_signed(c, nearest_, x[0], float_sort(to.width)));
    case Op::fp_from_ubv:
      return wrap(Z3_mk_fpa_to_fp_unsigned(c, nearest_, x[0], float_sort(to.width)));
    case Op::fp_to_sbv:
      return wrap(Z3_mk_fpa_to_sbv(c, truncate_, x[0], to.width));
    case Op::fp_to_ubv:
      return wrap(Z3_mk_fpa_to_ubv(c, truncate_, x[0], to.width));
    default:
      FP_UNREACHABLE("operator without a Z3 counterpart");
  }
}

}  // namespace fencepost::logic
