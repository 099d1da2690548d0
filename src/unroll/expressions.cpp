#include "unroll/expressions.h"

#include <cmath>

#include "base/check.h"

namespace fencepost::unroll {

using core::Expr;
using core::ExprOp;
using core::Type;
using core::TypeKind;
using logic::Op;

Value Expressions::constant(Bits value, const Type& type) {
  switch (type.kind) {
    case TypeKind::boolean:
      return {terms_.boolean(value != 0), {}, {}};
    case TypeKind::integer:
      return {arithmetic_.constant(value, type), {}, {}};
    case TypeKind::floating:
      return {terms_.fp_bits(value, type.bits), {}, {}};
    case TypeKind::pointer:
      return pointers_.make(0, value);
  }
  FP_UNREACHABLE("type");
}

Value Expressions::unassigned(const Type& type) {
  Value value = constant(0, type);
  value.unspecified = terms_.boolean(true);
  return value;
}

std::pair<Value, Term> Expressions::variable(const Type& type, std::string_view name) {
  switch (type.kind) {
    case TypeKind::boolean:
      return {{terms_.fresh(name, logic::bool_sort()), {}, {}}, {}};
    case TypeKind::floating:
      return {{terms_.fresh(name, logic::float_sort(type.bits)), {}, {}}, {}};
    case TypeKind::pointer:
      return {{terms_.bv(0, kObjectBits), terms_.fresh(name, logic::bv_sort(pointers_.bits())), {}}, {}};
    case TypeKind::integer: {
      Term made = terms_.fresh(name, arithmetic_.sort(type));
      return {{made, {}, {}}, arithmetic_.in_range(made, type)};
    }
  }
  FP_UNREACHABLE("type");
}

Term Expressions::choice_bits(const Value& value, const Type& type) {
  switch (type.kind) {
    case TypeKind::pointer:
      return value.offset;
    case TypeKind::integer:
      return arithmetic_.to_bits(value.term, type);
    default:
      return value.term;
  }
}

Term Expressions::size(const Expr& expr, State& state) {
  Term all = bits(expr, state);
  unsigned width = pointers_.bits();
  if (expr.type.bits > width) return terms_.extract(all, width - 1, 0);
  return expr.type.is_signed ? terms_.sext(all, width) : terms_.zext(all, width);
}

Value Expressions::evaluate(const Expr& expr, State& state) {
  switch (expr.op) {
    case ExprOp::constant:
      return constant(expr.value, expr.type);
    case ExprOp::reg: {
      Value value = state.regs.get(core::index(expr.reg));
      return value ? value : unassigned(expr.type);
    }
    case ExprOp::global:
      if (uint32_t own = state.own != nullptr ? (*state.own)[core::index(expr.global)] : 0) return pointers_.make(own);
      return pointers_.make(objects_.of(expr.global));
    case ExprOp::function:
      return pointers_.make(objects_.of(expr.function));
    case ExprOp::select: {
      Term chosen = condition(*expr.args[0], state);
      if (chosen.is_const()) return evaluate(*expr.args[chosen.is_true() ? 1 : 2], state);
      Value yes = evaluate(*expr.args[1], state);
      return cells_.choose(chosen, yes, evaluate(*expr.args[2], state));
    }
    case ExprOp::specified: {
      Term unspecified = evaluate(*expr.args[0], state).unspecified;
      return {unspecified ? terms_.not_(unspecified) : flag(true), {}, {}};
    }
    default:
      break;
  }
  std::vector<Value> args;
  args.reserve(expr.args.size());
  for (const core::ExprPtr& arg : expr.args) args.push_back(evaluate(*arg, state));
  Value result;
  switch (expr.op) {
    case ExprOp::ptr_add: {
      // The step is signed whatever its type says, and has the pointer's width.
      Term step = arithmetic_.to_bits(args[1].term, expr.args[1]->type);
      unsigned width = pointers_.bits();
      if (step.sort().width < width)
        step = expr.args[1]->type.is_signed ? terms_.sext(step, width) : terms_.zext(step, width);
      if (step.sort().width > width) step = terms_.extract(step, width - 1, 0);
      result = {args[0].term, terms_.binary(Op::bv_add, args[0].offset, step), {}};
      result.view = args[0].view;
      break;
    }
    case ExprOp::ptr_view:
    case ExprOp::ptr_unview:
    case ExprOp::ptr_based:
      result = args[0];
      result.view = viewed(expr, args);
      break;
    case ExprOp::ptr_shadow:
      result.offset = args[0].offset;
      result.term = pointers_.by_object(
          args[0].term, [&](uint32_t object) { return terms_.bv(objects_[object].shadow, kObjectBits); });
      break;
    case ExprOp::int_to_ptr: {
      const Type& from = expr.args[0]->type;
      Term bits = arithmetic_.to_bits(args[0].term, from);
      unsigned width = pointers_.bits();
      if (from.bits > width) bits = terms_.extract(bits, width - 1, 0);
      if (from.bits < width) bits = from.is_signed ? terms_.sext(bits, width) : terms_.zext(bits, width);
      result = addresses_.pointer_to(state, bits);
      break;
    }
    default:
      result.term = apply(expr, args, state);
  }
  result.unspecified = core::propagates_unspecified(expr.op) ? args[0].unspecified : Term();
  return result;
}

Term Expressions::apply(const Expr& expr, const std::vector<Value>& args, State& state) {
  const Type& operand = expr.args[0]->type;
  switch (expr.op) {
    case ExprOp::ptr_to_int: {
      addresses_.expose(state, args[0].term);
      Term address = addresses_.address(args[0]);
      unsigned width = address.sort().width;
      if (expr.type.bits < width) address = terms_.extract(address, expr.type.bits - 1u, 0);
      if (expr.type.bits > width) address = terms_.zext(address, expr.type.bits);
      return arithmetic_.from_bits(address, expr.type);
    }
    case ExprOp::ptr_diff: {
      Term difference = terms_.binary(Op::bv_sub, args[0].offset, args[1].offset);
      unsigned width = difference.sort().width;
      if (expr.type.bits < width) difference = terms_.extract(difference, expr.type.bits - 1u, 0);
      if (expr.type.bits > width) difference = terms_.sext(difference, expr.type.bits);
      return arithmetic_.from_bits(difference, expr.type);
    }
    case ExprOp::ptr_size: {
      Term size = pointers_.by_object(args[0].term, [&](uint32_t object) {
        return object == 0 || objects_[object].function ? number(0) : objects_[object].size;
      });
      unsigned width = size.sort().width;
      if (expr.type.bits < width) size = terms_.extract(size, expr.type.bits - 1u, 0);
      if (expr.type.bits > width) size = terms_.zext(size, expr.type.bits);
      return arithmetic_.from_bits(size, expr.type);
    }
    case ExprOp::int_to_float: {
      Term bits = arithmetic_.to_bits(args[0].term, operand);
      return terms_.convert(operand.is_signed ? Op::fp_from_sbv : Op::fp_from_ubv, bits,
                            logic::float_sort(expr.type.bits));
    }
    case ExprOp::bits_to_float:
      return terms_.convert(Op::fp_from_bits, arithmetic_.to_bits(args[0].term, operand),
                            logic::float_sort(expr.type.bits));
    case ExprOp::float_to_bits:
      return arithmetic_.from_bits(terms_.unary(Op::fp_to_bits, args[0].term), expr.type);
    case ExprOp::bool_to_int:
      return terms_.ite(args[0].term, arithmetic_.constant(1, expr.type), arithmetic_.constant(0, expr.type));
    default:
      break;
  }
  switch (operand.kind) {
    case TypeKind::pointer:
      return pointer_predicate(expr, args, state);
    case TypeKind::floating:
      return floating(expr, args);
    case TypeKind::boolean:
      return boolean(expr, args);
    case TypeKind::integer:
      return integer(expr, args);
  }
  FP_UNREACHABLE("type");
}

Term Expressions::boolean(const Expr& expr, const std::vector<Value>& args) {
  Term a = args[0].term, b = args.size() > 1 ? args[1].term : Term();
  switch (expr.op) {
    case ExprOp::log_and:
    case ExprOp::bit_and:
      return terms_.and_(a, b);
    case ExprOp::log_or:
    case ExprOp::bit_or:
      return terms_.or_(a, b);
    case ExprOp::log_not:
    case ExprOp::bit_not:
      return terms_.not_(a);
    case ExprOp::eq:
      return terms_.eq(a, b);
    case ExprOp::ne:
    case ExprOp::bit_xor:
      return terms_.ne(a, b);
    case ExprOp::lt:
      return terms_.and_(terms_.not_(a), b);
    case ExprOp::le:
      return terms_.or_(terms_.not_(a), b);
    case ExprOp::int_cast:
      return terms_.ite(a, arithmetic_.constant(1, expr.type), arithmetic_.constant(0, expr.type));
    default:
      FP_UNREACHABLE(core::to_string(expr));
  }
}

Term Expressions::integer(const Expr& expr, const std::vector<Value>& args) {
  const Type& type = expr.args[0]->type;
  Term a = args[0].term, b = args.size() > 1 ? args[1].term : Term();
  switch (expr.op) {
    case ExprOp::eq:
      return terms_.eq(a, b);
    case ExprOp::ne:
      return terms_.ne(a, b);
    case ExprOp::lt:
      return arithmetic_.less(a, b, type, false);
    case ExprOp::le:
      return arithmetic_.less(a, b, type, true);
    case ExprOp::add_fits:
    case ExprOp::sub_fits:
    case ExprOp::mul_fits:
      return arithmetic_.fits(expr.op, a, b, type);
    case ExprOp::int_cast:
      if (expr.type.kind == TypeKind::boolean)
        return terms_.eq(terms_.extract(arithmetic_.to_bits(a, type), 0, 0), terms_.bv(1, 1));
      return arithmetic_.cast(a, type, expr.type);
    case ExprOp::shl:
    case ExprOp::shr:
      return arithmetic_.shift(expr.op, a, type, b, expr.args[1]->type);
    default:
      return arithmetic_.apply(expr.op, a, b, type);
  }
}

Term Expressions::floating(const Expr& expr, const std::vector<Value>& args) {
  Term a = args[0].term, b = args.size() > 1 ? args[1].term : Term();
  switch (expr.op) {
    case ExprOp::add:
      return terms_.binary(Op::fp_add, a, b);
    case ExprOp::sub:
      return terms_.binary(Op::fp_sub, a, b);
    case ExprOp::mul:
      return terms_.binary(Op::fp_mul, a, b);
    case ExprOp::div:
      return terms_.binary(Op::fp_div, a, b);
    case ExprOp::neg:
      return terms_.unary(Op::fp_neg, a);
    case ExprOp::eq:
      return terms_.binary(Op::fp_eq, a, b);
    case ExprOp::ne:
      return terms_.not_(terms_.binary(Op::fp_eq, a, b));
    case ExprOp::lt:
      return terms_.binary(Op::fp_lt, a, b);
    case ExprOp::le:
      return terms_.binary(Op::fp_le, a, b);
    case ExprOp::is_nan:
      return terms_.unary(Op::fp_is_nan, a);
    case ExprOp::float_cast:
      return terms_.convert(Op::fp_to_fp, a, logic::float_sort(expr.type.bits));
    case ExprOp::float_to_int: {
      Term bits =
          terms_.convert(expr.type.is_signed ? Op::fp_to_sbv : Op::fp_to_ubv, a, logic::bv_sort(expr.type.bits));
      return arithmetic_.from_bits(bits, expr.type);
    }
    case ExprOp::float_fits:
      return float_fits(a, expr.args[0]->type, expr.type2);
    default:
      FP_UNREACHABLE(core::to_string(expr));
  }
}

Term Expressions::float_constant(double value, unsigned width) {
  if (width == 32 || width == 64) return terms_.fp(value, width);
  return terms_.convert(Op::fp_to_fp, terms_.fp(value, 64), logic::float_sort(width));
}

// The truncated value fits iff it lies strictly between min - 1 and max + 1. max + 1 is a power of two; min - 1 may lie
// between two floats, of which min is the upper one.
Term Expressions::float_fits(Term value, const Type& from, const Type& to) {
  unsigned magnitude = to.bits - (to.is_signed ? 1u : 0u);
  unsigned precision = from.bits == 16 ? 11 : from.bits == 32 ? 24 : from.bits == 64 ? 53 : from.bits == 80 ? 64 : 113;
  double limit = std::ldexp(1.0, static_cast<int>(magnitude));
  Term below = terms_.binary(Op::fp_lt, value, float_constant(limit, from.bits));
  Term above;
  if (!to.is_signed)
    above = terms_.binary(Op::fp_lt, float_constant(-1.0, from.bits), value);
  else if (magnitude + 1 <= std::min(precision, 53u))
    above = terms_.binary(Op::fp_lt, float_constant(-limit - 1, from.bits), value);
  else if (precision <= magnitude)
    above = terms_.binary(Op::fp_le, float_constant(-limit, from.bits), value);
  else
    // Wider than a double: -2^63 - 1 as the sum of two exact constants.
    above = terms_.binary(Op::fp_lt,
                          terms_.binary(Op::fp_add, float_constant(-limit, from.bits), float_constant(-1.0, from.bits)),
                          value);
  return terms_.and_(above, below);
}

}  // namespace fencepost::unroll
