// Which registers an edge reads and writes: the one place that knows the operands of every label.
#pragma once

#include <optional>

#include "program/cfa.h"

namespace fencepost::program {

// Every expression that the label evaluates.
template <typename F>
void each_expr(const EdgeLabel& label, F&& visit) {
  auto maybe = [&](const core::ExprPtr& expr) {
    if (expr != nullptr) visit(*expr);
  };
  if (auto* k = std::get_if<Assume>(&label)) maybe(k->condition);
  if (auto* k = std::get_if<Restrict>(&label)) maybe(k->condition);
  if (auto* k = std::get_if<core::Let>(&label)) maybe(k->value);
  if (auto* k = std::get_if<core::Load>(&label)) maybe(k->ptr);
  if (auto* k = std::get_if<core::Store>(&label)) maybe(k->ptr), maybe(k->value);
  if (auto* k = std::get_if<core::Rmw>(&label)) maybe(k->ptr), maybe(k->condition), maybe(k->value);
  if (auto* k = std::get_if<core::Fence>(&label)) maybe(k->ptr);
  if (auto* k = std::get_if<core::Copy>(&label)) maybe(k->dst), maybe(k->src), maybe(k->bytes);
  if (auto* k = std::get_if<core::Fill>(&label)) maybe(k->ptr), maybe(k->value), maybe(k->bytes);
  if (auto* k = std::get_if<core::Alloc>(&label)) maybe(k->bytes), maybe(k->shadow);
  if (auto* k = std::get_if<core::Kill>(&label)) maybe(k->ptr);
  if (auto* k = std::get_if<core::Check>(&label)) maybe(k->condition);
  if (auto* k = std::get_if<core::Return>(&label)) maybe(k->value);
  if (auto* k = std::get_if<core::Join>(&label)) maybe(k->thread);
  if (auto* k = std::get_if<core::EndThread>(&label)) maybe(k->value);
  if (auto* k = std::get_if<core::Await>(&label)) maybe(k->condition);
  if (auto* k = std::get_if<core::Spawn>(&label)) {
    maybe(k->callee);
    for (const core::ExprPtr& arg : k->args) maybe(arg);
  }
  if (auto* k = std::get_if<core::Call>(&label)) {
    maybe(k->callee);
    for (const core::ExprPtr& arg : k->args) maybe(arg);
  }
}

template <typename F>
void each_register(const core::Expr& expr, F&& visit) {
  if (expr.op == core::ExprOp::reg) visit(expr.reg);
  for (const core::ExprPtr& arg : expr.args) each_register(*arg, visit);
}

// The register that the label assigns.
inline std::optional<core::Reg> target(const EdgeLabel& label) {
  if (auto* k = std::get_if<ChooseOrder>(&label)) return k->reg;
  if (auto* k = std::get_if<core::Let>(&label)) return k->reg;
  if (auto* k = std::get_if<core::Choose>(&label)) return k->reg;
  if (auto* k = std::get_if<core::Load>(&label)) return k->reg;
  if (auto* k = std::get_if<core::Rmw>(&label)) return k->reg;
  if (auto* k = std::get_if<core::Alloc>(&label)) return k->reg;
  if (auto* k = std::get_if<core::Call>(&label)) return k->reg;
  if (auto* k = std::get_if<core::Spawn>(&label)) return k->reg;
  if (auto* k = std::get_if<core::Join>(&label)) return k->reg;
  if (auto* k = std::get_if<core::Self>(&label)) return k->reg;
  return std::nullopt;
}

// Do the label's expressions read the assigned register after the assignment? Then its value before is not needed.
inline bool reads_own_target(const EdgeLabel& label) { return std::holds_alternative<core::Rmw>(label); }

template <typename F>
void each_register(const EdgeLabel& label, F&& visit) {
  if (auto reg = target(label)) visit(*reg);
  each_expr(label, [&](const core::Expr& expr) { each_register(expr, visit); });
}

}  // namespace fencepost::program
