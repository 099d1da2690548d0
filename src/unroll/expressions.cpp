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
  if (type.kind == TypeKind::pointer) return pointers_.make(0, value);
  return {scalars_.constant(value, type), {}, {}};
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
    default:
      break;
  }
  if (operand.kind == TypeKind::pointer) return pointer_predicate(expr, args, state);
  if (program_.uses_addresses && operand.kind == TypeKind::integer && (expr.op == ExprOp::eq || expr.op == ExprOp::ne))
    if (std::optional<Term> same = addresses_.equal(state, arithmetic_.to_bits(args[0].term, operand),
                                                    arithmetic_.to_bits(args[1].term, operand)))
      return expr.op == ExprOp::eq ? *same : terms_.not_(*same);
  std::vector<Term> operands;
  for (const Value& arg : args) operands.push_back(arg.term);
  return scalars_.apply(expr, operands);
}

}  // namespace fencepost::unroll
