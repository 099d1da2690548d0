#include "frontend/clang/scopes.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

namespace fencepost::frontend {

namespace {

// The variable that an lvalue is a part of by members alone; null when pointers or subscripts are involved.
const clang::VarDecl* root_variable(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  while (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr)) {
    if (member->isArrow()) return nullptr;
    expr = member->getBase()->IgnoreParens();
  }
  const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(expr);
  return ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
}

}  // namespace

ScopeTree::ScopeTree(const clang::Stmt* body) {
  scopes_.emplace_back();
  if (body) visit(body, &scopes_.front());
}

Scope* ScopeTree::open(const clang::Stmt* stmt, Scope* parent) {
  Scope& scope = scopes_.emplace_back();
  scope.parent = parent;
  scope.depth = parent->depth + 1;
  opened_[stmt] = &scope;
  return &scope;
}

const Scope* ScopeTree::opened_by(const clang::Stmt* stmt) const {
  auto it = opened_.find(stmt);
  return it == opened_.end() ? nullptr : it->second;
}

const Scope* ScopeTree::of_label(const clang::LabelDecl* label) const {
  auto it = labels_.find(label);
  return it == labels_.end() ? nullptr : it->second;
}

const Scope* ScopeTree::of_case(const clang::SwitchCase* label) const {
  auto it = cases_.find(label);
  return it == cases_.end() ? nullptr : it->second;
}

void ScopeTree::visit(const clang::Stmt* stmt, Scope* scope) {
  if (!stmt) return;
  if (llvm::isa<clang::Expr>(stmt)) return visit_expression(stmt, scope);
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(stmt)) labels_[label->getDecl()] = scope;
  if (const auto* label = llvm::dyn_cast<clang::SwitchCase>(stmt)) cases_[label] = scope;
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
    for (const clang::Decl* decl : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
      if (!variable) continue;
      if (variable->hasLocalStorage()) scope->variables.push_back(variable);
      if (variable->hasInit() && variable->hasLocalStorage()) visit_expression(variable->getInit(), scope);
    }
    return;
  }
  if (llvm::isa<clang::CompoundStmt>(stmt) || llvm::isa<clang::ForStmt>(stmt)) scope = open(stmt, scope);
  for (const clang::Stmt* child : stmt->children()) visit(child, scope);
}

void ScopeTree::visit_expression(const clang::Stmt* expr, Scope* scope) {
  if (!expr) return;
  if (const auto* statement = llvm::dyn_cast<clang::StmtExpr>(expr)) return visit(statement->getSubStmt(), scope);
  if (!llvm::isa<clang::Expr>(expr)) return visit(expr, scope);
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(expr))
    if (!literal->isFileScope()) scope->literals.push_back(literal);
  const clang::VarDecl* taken = nullptr;
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expr); op && op->getOpcode() == clang::UO_AddrOf)
    taken = root_variable(op->getSubExpr());
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expr);
      cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay)
    taken = root_variable(cast->getSubExpr());
  if (taken) address_taken_.insert(taken);
  for (const clang::Stmt* child : expr->children()) visit_expression(child, scope);
}

}  // namespace fencepost::frontend
