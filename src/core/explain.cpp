#include "core/explain.h"

#include <fmt/format.h>

#include "core/print.h"
#include "core/trace.h"

namespace fencepost::core {

std::string explain(const Expr& condition, const std::vector<Value>& regs, Evaluator& evaluator, const Memory& memory) {
  auto value = [&](size_t arg) { return evaluator.evaluate(*condition.args[arg], regs); };
  auto shown = [&](size_t arg) { return describe(value(arg), condition.args[arg]->type, memory); };
  switch (condition.op) {
    case ExprOp::log_and:
    case ExprOp::log_or:
      // The first part that fails; of a disjunction all do, and the first is what elaboration cares about.
      return explain(*condition.args[evaluator.holds(*condition.args[0], regs) ? 1 : 0], regs, evaluator, memory);
    case ExprOp::add_fits:
      return fmt::format("{} + {}", shown(0), shown(1));
    case ExprOp::sub_fits:
      return fmt::format("{} - {}", shown(0), shown(1));
    case ExprOp::mul_fits:
      return fmt::format("{} * {}", shown(0), shown(1));
    case ExprOp::float_fits:
      return fmt::format("{}", shown(0));
    case ExprOp::ptr_in_bounds:
      return fmt::format("{} bytes at {}, an object of {} bytes", shown(1), shown(0),
                         memory.object(value(0).object).size);
    case ExprOp::ptr_alive:
    case ExprOp::ptr_aligned:
    case ExprOp::ptr_is_data:
    case ExprOp::ptr_is_function:
    case ExprOp::ptr_is_heap:
    case ExprOp::ptr_in_or_past:
      return shown(0);
    case ExprOp::ptr_same_object:
      return fmt::format("{} and {}", shown(0), shown(1));
    default:
      return {};
  }
}

}  // namespace fencepost::core
