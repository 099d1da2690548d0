#include "frontend/clang/scopes.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

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

std::vector<const clang::Stmt*> substatements(const clang::Stmt* stmt) {
  if (const auto* test = llvm::dyn_cast<clang::IfStmt>(stmt)) return {test->getThen(), test->getElse()};
  if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(stmt)) return {choice->getBody()};
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(stmt)) return {loop->getBody()};
  if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(stmt)) return {loop->getBody()};
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(stmt)) return {loop->getBody()};
  return {};
}

}  // namespace

ScopeTree::ScopeTree(const clang::Stmt* body) {
  scopes_.emplace_back();
  scopes_.front().block = &scopes_.front();
  if (body) visit(body, &scopes_.front());
}

Scope* ScopeTree::open(Scope* parent) {
  Scope& scope = scopes_.emplace_back();
  scope.parent = parent;
  scope.depth = parent->depth + 1;
  scope.block = &scope;
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

const Scope* ScopeTree::of_variable(const clang::VarDecl* variable) const {
  for (const Scope& scope : scopes_)
    if (std::find(scope.variables.begin(), scope.variables.end(), variable) != scope.variables.end()) return &scope;
  return nullptr;
}

Scope* ScopeTree::visit(const clang::Stmt* stmt, Scope* scope) {
  if (!stmt) return scope;
  if (llvm::isa<clang::Expr>(stmt)) {
    visit_expression(stmt, scope);
    return scope;
  }
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(stmt)) labels_[label->getDecl()] = scope;
  if (const auto* label = llvm::dyn_cast<clang::SwitchCase>(stmt)) cases_[label] = scope;
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(stmt)) return visit_declaration(declaration, scope);
  Scope* inside = scope;
  const std::vector<const clang::Stmt*> parts = substatements(stmt);
  if (llvm::isa<clang::CompoundStmt>(stmt) || !parts.empty()) opened_[stmt] = inside = open(scope);
  for (const clang::Stmt* child : stmt->children()) {
    if (child && std::find(parts.begin(), parts.end(), child) != parts.end()) {
      Scope* own = open(inside);
      around_[child] = own;
      visit(child, own);
    } else {
      inside = visit(child, inside);
    }
  }
  bool is_label = llvm::isa<clang::LabelStmt>(stmt) || llvm::isa<clang::SwitchCase>(stmt);
  return is_label ? inside : scope;
}

Scope* ScopeTree::visit_declaration(const clang::DeclStmt* stmt, Scope* scope) {
  for (const clang::Decl* decl : stmt->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
    if (!variable || !variable->hasLocalStorage()) continue;
    if (variable->getType()->isVariableArrayType()) {
      Scope* rest = open(scope);
      rest->block = scope->block;
      rest->vla = variable;
      rests_[variable] = scope = rest;
    } else {
      scope->block->variables.push_back(variable);
    }
    if (variable->hasInit()) visit_expression(variable->getInit(), scope);
  }
  return scope;
}

void ScopeTree::visit_expression(const clang::Stmt* expr, Scope* scope) {
  if (!expr) return;
  if (const auto* statement = llvm::dyn_cast<clang::StmtExpr>(expr)) {
    visit(statement->getSubStmt(), scope);
    return;
  }
  if (!llvm::isa<clang::Expr>(expr)) {
    visit(expr, scope);
    return;
  }
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(expr))
    if (!literal->isFileScope()) scope->block->literals.push_back(literal);
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
