// Visits every statement of a block, nested ones included, and the expressions of a statement.
#pragma once

#include "core/core.h"

namespace fencepost::core {

// In source order, each statement before the statements that are nested in it.
template <typename Visit>
void for_each_stmt(const Block& block, const Visit& visit) {
  for (const Stmt& stmt : block) {
    visit(stmt);
    if (const auto* branches = std::get_if<If>(&stmt.kind)) {
      for_each_stmt(branches->then_block, visit);
      for_each_stmt(branches->else_block, visit);
    } else if (const auto* unseq = std::get_if<Unseq>(&stmt.kind)) {
      for (const Block& strand : unseq->strands) for_each_stmt(strand, visit);
    }
  }
}

bool starts_threads(const Program& program);

// The statement's own expressions, not those of nested statements. Absent ones are left out.
std::vector<ExprPtr> expressions(const Stmt& stmt);

// Is a register assigned by this statement, and which?
std::optional<Reg> assigned(const Stmt& stmt);

// The memory order of a Load, Store or Rmw; plain for all other statements.
MemoryOrder order_of(const Stmt& stmt);
// The number of the core::OrderSite that names it, from 1 on; 0: there is none.
uint32_t site_of(const Stmt& stmt);

template <typename Visit>
void for_each_expr(const ExprPtr& expr, const Visit& visit) {
  visit(expr);
  for (const ExprPtr& arg : expr->args) for_each_expr(arg, visit);
}

}  // namespace fencepost::core
