#include "engine/sampling/constants.h"

#include <set>

#include "core/walk.h"

namespace fencepost::engine::sampling {

namespace {

constexpr size_t kMost = 200;

}  // namespace

Constants constants_of(const core::Program& program) {
  std::set<core::Bits> found;
  auto look = [&](const core::ExprPtr& expr) {
    if (expr->op != core::ExprOp::constant || expr->type.kind != core::TypeKind::integer) return;
    for (core::Bits next : {expr->value - 1, expr->value, expr->value + 1}) found.insert(next);
  };
  for (const core::Function& function : program.functions) {
    if (function.library || found.size() >= kMost) continue;
    core::for_each_stmt(function.body, [&](const core::Stmt& stmt) {
      for (const core::ExprPtr& expr : core::expressions(stmt))
        if (found.size() < kMost) core::for_each_expr(expr, look);
    });
  }
  return {found.begin(), found.end()};
}

}  // namespace fencepost::engine::sampling
