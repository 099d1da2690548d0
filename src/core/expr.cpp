#include "core/expr.h"

#include "base/check.h"
#include "core/integer_ops.h"
#include "core/print.h"

namespace fencepost::core {

namespace {

ExprPtr leaf(ExprOp op, Type type, void (*fill)(Expr&, uint32_t), uint32_t id) {
  auto expr = std::make_shared<Expr>();
  expr->op = op;
  expr->type = type;
  fill(*expr, id);
  return expr;
}

bool is_number(const ExprPtr& expr) {
  return is_constant(expr) && (expr->type.kind == TypeKind::integer || expr->type.kind == TypeKind::boolean);
}

bool is_truth(const ExprPtr& expr, bool value) {
  return is_constant(expr) && expr->type.kind == TypeKind::boolean && (expr->value != 0) == value;
}

// Trivial Booleans, where not all arguments are constants; null if nothing applies.
ExprPtr fold_boolean(ExprOp op, const Type& type, const std::vector<ExprPtr>& args) {
  switch (op) {
    case ExprOp::log_and:
    case ExprOp::log_or: {
      bool neutral = op == ExprOp::log_and;
      for (size_t i = 0; i < 2; ++i) {
        if (is_truth(args[i], neutral)) return args[1 - i];
        if (is_truth(args[i], !neutral)) return truth(!neutral);
      }
      return nullptr;
    }
    case ExprOp::log_not:
      return args[0]->op == ExprOp::log_not ? args[0]->args[0] : nullptr;
    case ExprOp::select:
      if (is_truth(args[0], true)) return args[1];
      if (is_truth(args[0], false)) return args[2];
      return nullptr;
    case ExprOp::int_cast:
      return args[0]->type == type ? args[0] : nullptr;
    case ExprOp::specified:
      // Only registers can be unspecified.
      return args[0]->op == ExprOp::constant || args[0]->op == ExprOp::global || args[0]->op == ExprOp::function
                 ? truth(true)
                 : nullptr;
    default:
      return nullptr;
  }
}

size_t arity(ExprOp op) {
  switch (op) {
    case ExprOp::constant:
    case ExprOp::reg:
    case ExprOp::global:
    case ExprOp::function:
      return 0;
    case ExprOp::neg:
    case ExprOp::bit_not:
    case ExprOp::log_not:
    case ExprOp::bool_to_int:
    case ExprOp::int_cast:
    case ExprOp::int_to_float:
    case ExprOp::float_to_int:
    case ExprOp::float_cast:
    case ExprOp::bits_to_float:
    case ExprOp::float_to_bits:
    case ExprOp::ptr_to_int:
    case ExprOp::int_to_ptr:
    case ExprOp::ptr_size:
    case ExprOp::specified:
    case ExprOp::float_fits:
    case ExprOp::is_nan:
    case ExprOp::ptr_is_null:
    case ExprOp::ptr_is_data:
    case ExprOp::ptr_is_function:
    case ExprOp::ptr_alive:
    case ExprOp::ptr_is_heap:
    case ExprOp::ptr_at_start:
    case ExprOp::ptr_in_or_past:
    case ExprOp::ptr_writable:
    case ExprOp::ptr_is_literal:
    case ExprOp::ptr_callable:
    case ExprOp::ptr_unview:
    case ExprOp::ptr_based:
    case ExprOp::ptr_is_based:
    case ExprOp::ptr_holds:
    case ExprOp::ptr_shadow:
      return 1;
    case ExprOp::select:
    case ExprOp::ptr_view:
      return 3;
    case ExprOp::ptr_overlap:
      return 4;
    default:
      return 2;
  }
}

}  // namespace

ExprPtr constant(Bits value, Type type) {
  auto expr = std::make_shared<Expr>();
  expr->type = type;
  expr->value = truncate(value, type.bits);
  return expr;
}

ExprPtr truth(bool value) { return constant(value ? 1 : 0, boolean_type()); }

ExprPtr reg_expr(Reg reg, Type type) {
  return leaf(ExprOp::reg, type, [](Expr& expr, uint32_t id) { expr.reg = Reg{id}; }, index(reg));
}

ExprPtr global_expr(GlobalId global, Type pointer) {
  return leaf(ExprOp::global, pointer, [](Expr& expr, uint32_t id) { expr.global = GlobalId{id}; }, index(global));
}

ExprPtr function_expr(FunctionId function, Type pointer) {
  return leaf(
      ExprOp::function, pointer, [](Expr& expr, uint32_t id) { expr.function = FunctionId{id}; }, index(function));
}

ExprPtr make(ExprOp op, Type type, std::vector<ExprPtr> args) {
  FP_CHECK_MSG(args.size() == arity(op) && !args.empty(), "wrong number of operands");
  bool all_numbers = true;
  std::vector<Bits> values;
  for (const ExprPtr& arg : args) {
    FP_CHECK_MSG(arg != nullptr, "missing operand");
    all_numbers = all_numbers && is_number(arg);
    values.push_back(arg->value);
  }
  if (ExprPtr folded = fold_boolean(op, type, args)) return folded;
  if (all_numbers)
    if (auto value = apply_integer(op, type, args[0]->type, values)) return constant(*value, type);
  auto expr = std::make_shared<Expr>();
  expr->op = op;
  expr->type = type;
  expr->args = std::move(args);
  return expr;
}

ExprPtr log_not(ExprPtr a) { return make(ExprOp::log_not, boolean_type(), {std::move(a)}); }
ExprPtr log_and(ExprPtr a, ExprPtr b) { return make(ExprOp::log_and, boolean_type(), {std::move(a), std::move(b)}); }

bool is_constant(const ExprPtr& expr) { return expr->op == ExprOp::constant; }

bool propagates_unspecified(ExprOp op) {
  switch (op) {
    case ExprOp::int_cast:
    case ExprOp::int_to_float:
    case ExprOp::float_cast:
    case ExprOp::bits_to_float:
    case ExprOp::float_to_bits:
    case ExprOp::bool_to_int:
    case ExprOp::ptr_to_int:
    case ExprOp::int_to_ptr:
    case ExprOp::select:
      return true;
    default:
      return false;
  }
}

std::string to_string(const Expr& expr) { return ExprPrinter().print(expr); }

}  // namespace fencepost::core
