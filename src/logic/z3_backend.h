// Z3 expressions for Translator (translate.h).
#pragma once

#include <z3++.h>

#include <utility>
#include <vector>

#include "logic/parse_number.h"
#include "logic/translate.h"

namespace fencepost::logic {

class Z3Backend {
 public:
  using Expr = z3::expr;

  explicit Z3Backend(z3::context& context)
      : context_(context),
        nearest_(wrap(Z3_mk_fpa_round_nearest_ties_to_even(context))),
        truncate_(wrap(Z3_mk_fpa_round_toward_zero(context))) {}

  Expr boolean(bool value) { return context_.bool_val(value); }
  Expr bv(Bits value, unsigned width) { return context_.bv_val(decimal(value).c_str(), width); }
  Expr integer(SignedBits value) { return context_.int_val(signed_decimal(value).c_str()); }

  Expr variable(Term term, Sort sort) {
    z3::symbol name = context_.int_symbol(static_cast<int>(term.id()));
    switch (sort.kind) {
      case SortKind::boolean:
        return context_.constant(name, context_.bool_sort());
      case SortKind::integer:
        return context_.constant(name, context_.int_sort());
      default:
        return context_.constant(name, context_.bv_sort(sort.width));
    }
  }

  Expr extract(const Expr& a, unsigned hi, unsigned lo) { return a.extract(hi, lo); }
  Expr concat(const Expr& a, const Expr& b) { return z3::concat(a, b); }
  Expr number(const Expr& bits, unsigned width) { return wrap(Z3_mk_fpa_to_fp_bv(context_, bits, float_sort(width))); }
  Expr pattern(const Expr& number, unsigned) { return wrap(Z3_mk_fpa_to_ieee_bv(context_, number)); }

  Expr define(const Expr& expr) {
    Expr name = wrap(Z3_mk_fresh_const(context_, "d", expr.get_sort()));
    definitions_.push_back(name == expr);
    return name;
  }
  std::vector<Expr> take_definitions() { return std::exchange(definitions_, {}); }

  Expr apply(Op op, const Expr* x, Term term);
  Expr float_apply(Op op, const Expr* x, Sort from, Sort to);

 private:
  Expr wrap(Z3_ast ast) {
    Expr result(context_, ast);
    context_.check_error();
    return result;
  }
  z3::sort float_sort(unsigned width) {
    FloatShape s = float_shape(width);
    return context_.fpa_sort(s.exponent, s.significand);
  }

  z3::context& context_;
  Expr nearest_, truncate_;
  std::vector<Expr> definitions_;  // not yet asserted
};

}  // namespace fencepost::logic
