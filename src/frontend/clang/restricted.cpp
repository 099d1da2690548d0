// Restricted pointers (C11 6.7.3.1, --strict): while the block of such a pointer P runs, an object that is accessed by pointers
// based on P and is modified must be accessed by no other pointers. The run picks one byte of the object that P designates when its block begins; three
// flags say whether that byte was accessed by pointers based on P, by others, and whether it was modified. Pointers
// carry in their view (core/views.h) whether they are based on P, from each read of P on.
//
// Checked are restricted parameters and automatic objects, and the accesses of their own function. Not modelled while they are
// live: calls of functions that may access their arguments or objects with external linkage, other restricted pointers, and
// pointers converted from integers. Which bytes of an object a library function accesses is not known: such accesses set none of
// the flags, and a check whose result would depend on them is not modelled.
#include <fmt/format.h>

#include <algorithm>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::Undef;

namespace {

constexpr size_t kMostRestricted = 8;  // in one function
constexpr unsigned kMostNumbers = 64;  // bits of core::View::based_on
constexpr unsigned kDeepest = 4;

ExprPtr numbered(ExprOp op, core::Type type, const ExprPtr& pointer, unsigned number) {
  auto expr = std::make_shared<core::Expr>(*core::make(op, type, {pointer}));
  expr->value = number;
  return expr;
}

bool is_restricted(const clang::VarDecl* decl) {
  return decl->getType()->isPointerType() && decl->getType().isRestrictQualified();
}

void find_restricted(const clang::Stmt* stmt, std::vector<const clang::VarDecl*>& found) {
  if (!stmt) return;
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(stmt))
    for (const clang::Decl* decl : declaration->decls())
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
          variable && variable->hasLocalStorage() && is_restricted(variable))
        found.push_back(variable);
  for (const clang::Stmt* child : stmt->children()) find_restricted(child, found);
}

}  // namespace

// Computes with what it gets by value, and nothing else.
bool Elaborator::only_computes(const clang::Stmt* stmt, unsigned depth) {
  if (!stmt) return true;
  if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()); variable && !variable->hasLocalStorage())
      return false;
  if (const auto* access = llvm::dyn_cast<clang::MemberExpr>(stmt); access && access->isArrow()) return false;
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(stmt); op && op->getOpcode() == clang::UO_Deref)
    return false;
  if (llvm::isa<clang::ArraySubscriptExpr>(stmt)) return false;
  if (const auto* call_expr = llvm::dyn_cast<clang::CallExpr>(stmt)) {
    const clang::FunctionDecl* callee = call_expr->getDirectCallee();
    if (!callee || may_access(callee, depth + 1)) return false;
  }
  return std::all_of(stmt->child_begin(), stmt->child_end(),
                     [&](const clang::Stmt* child) { return only_computes(child, depth); });
}

bool Elaborator::may_access(const clang::FunctionDecl* callee, unsigned depth) {
  const clang::FunctionDecl* definition = program_.linker.definition(callee);
  if (!definition || program_.linker.is_library(definition)) return false;
  return depth > kDeepest || !only_computes(definition->getBody(), depth);
}

void Elaborator::find_restricted_pointers() {
  if (!checks(Undef::restrict_) || is_library_) return;
  std::vector<const clang::VarDecl*> found;
  for (const clang::ParmVarDecl* param : definition_->parameters())
    if (is_restricted(param)) found.push_back(param);
  find_restricted(definition_->getBody(), found);
  if (found.size() > kMostRestricted || program_.restricted + found.size() > kMostNumbers) {
    build_.emit(core::Unsupported{"more restricted pointers than are followed"});
    return;
  }
  for (const clang::VarDecl* decl : found) {
    Restricted one{decl, program_.restricted++};
    for (core::Reg* flag : {&one.by_it, &one.by_others, &one.modified, &one.by_library, &one.library_writes}) {
      *flag = build_.fresh(core::boolean_type(), decl->getNameAsString());
      build_.emit(core::Let{*flag, core::truth(false)});
    }
    one.witness = build_.fresh(pointer(), decl->getNameAsString());
    build_.emit(core::Let{one.witness, core::constant(0, pointer())});
    restricted_.push_back(one);
  }
}

const Elaborator::Restricted* Elaborator::restricted(const clang::VarDecl* decl) const {
  auto it =
      std::find_if(restricted_.begin(), restricted_.end(), [&](const Restricted& one) { return one.decl == decl; });
  return it == restricted_.end() ? nullptr : &*it;
}

void Elaborator::begin_restricted(const clang::VarDecl* decl, const ExprPtr& value) {
  const Restricted* one = restricted(decl);
  if (!one) return;
  core::Type step = core::int_type(16, true);
  core::Reg chosen = build_.fresh(step);
  build_.emit(core::Choose{chosen, step}, fmt::format("a byte that {} is used for", decl->getNameAsString()));
  ExprPtr bytes = core::make(ExprOp::int_cast, offset_type(), {core::reg_expr(chosen, step)});
  build_.emit(core::Let{one->witness, core::make(ExprOp::ptr_add, pointer(), {value, build_.bind(bytes)})});
  for (core::Reg flag : {one->by_it, one->by_others, one->modified, one->by_library, one->library_writes})
    build_.emit(core::Let{flag, core::truth(false)});
}

void Elaborator::end_restricted(const clang::VarDecl* decl) {
  if (const Restricted* one = restricted(decl)) build_.emit(core::Let{one->witness, core::constant(0, pointer())});
}

Value Elaborator::based_on(const clang::VarDecl* decl, Value value) {
  if (const Restricted* one = restricted(decl))
    value.expr = build_.bind(numbered(ExprOp::ptr_based, pointer(), value.expr, one->number));
  return value;
}

// One restricted pointer is not assigned what is based on another one of the same block (6.7.3.1p4).
void Elaborator::check_restricted_assignment(const clang::VarDecl* decl, const ExprPtr& value) {
  const Restricted* target = restricted(decl);
  if (!target) return;
  for (const Restricted& one : restricted_) {
    bool same_block = llvm::isa<clang::ParmVarDecl>(decl)
                          ? llvm::isa<clang::ParmVarDecl>(one.decl)
                          : !llvm::isa<clang::ParmVarDecl>(one.decl) && scopes_->of_variable(decl) &&
                                scopes_->of_variable(decl) == scopes_->of_variable(one.decl);
    if (&one == target || !same_block) continue;
    check(Undef::restrict_, core::log_not(numbered(ExprOp::ptr_is_based, core::boolean_type(), value, one.number)),
          fmt::format("{} = a pointer based on {}", decl->getNameAsString(), one.decl->getNameAsString()));
  }
}

void Elaborator::also(core::Reg flag, const ExprPtr& condition) {
  ExprPtr before = core::reg_expr(flag, core::boolean_type());
  build_.emit(core::Let{flag, core::make(ExprOp::log_or, core::boolean_type(), {before, condition})});
}

void Elaborator::note_restricted_access(const ExprPtr& ptr, const ExprPtr& bytes, bool write) {
  auto reg = [](core::Reg flag) { return core::reg_expr(flag, core::boolean_type()); };
  for (const Restricted& one : restricted_) {
    ExprPtr witness = core::reg_expr(one.witness, pointer());
    ExprPtr hit = build_.bind(
        core::make(ExprOp::ptr_overlap, core::boolean_type(), {ptr, bytes, witness, core::constant(1, size_type())}));
    ExprPtr based = build_.bind(numbered(ExprOp::ptr_is_based, core::boolean_type(), ptr, one.number));
    also(one.by_it, core::log_and(hit, based));
    also(one.by_others, core::log_and(hit, core::log_not(based)));
    if (write) also(one.modified, hit);
    check(Undef::restrict_,
          core::log_not(core::log_and(reg(one.by_it), core::log_and(reg(one.by_others), reg(one.modified)))),
          one.decl->getNameAsString());
    stop_at_library_use(one);
  }
}

void Elaborator::stop_at_library_use(const Restricted& one) {
  auto reg = [](core::Reg flag) { return core::reg_expr(flag, core::boolean_type()); };
  ExprPtr modified = core::make(ExprOp::log_or, core::boolean_type(), {reg(one.modified), reg(one.library_writes)});
  stop_if(core::log_and(core::log_and(reg(one.by_library), reg(one.by_others)), modified),
          "what a library function accesses by a restricted pointer, and others access");
}

// `given`: the arguments.
void Elaborator::note_library_access(const clang::CallExpr* call_expr, const std::vector<Value>& given) {
  const clang::FunctionDecl* callee = call_expr->getDirectCallee();
  if (restricted_.empty() || !callee) return;
  llvm::StringRef name = callee->getName();
  for (const char* followed : {"memcpy", "memmove", "memset", "bzero"})
    if (name.contains(followed)) return;
  for (unsigned i = 0; i < given.size(); ++i) {
    if (!given[i].expr || !call_expr->getArg(i)->getType()->isPointerType()) continue;
    bool is_declared = i < callee->getNumParams() && callee->getParamDecl(i)->getType()->isPointerType();
    bool writes = !is_declared || !callee->getParamDecl(i)->getType()->getPointeeType().isConstQualified();
    for (const Restricted& one : restricted_) {
      ExprPtr witness = core::reg_expr(one.witness, pointer());
      ExprPtr inside = build_.bind(
          core::log_and(core::make(ExprOp::ptr_is_data, core::boolean_type(), {witness}),
                        core::make(ExprOp::ptr_same_object, core::boolean_type(), {given[i].expr, witness})));
      ExprPtr based = build_.bind(numbered(ExprOp::ptr_is_based, core::boolean_type(), given[i].expr, one.number));
      stop_if(core::log_and(inside, core::log_not(based)),
              "a library function that may access what a restricted pointer is used for");
      also(one.by_library, inside);
      if (writes) also(one.library_writes, inside);
      stop_at_library_use(one);
    }
  }
}

void Elaborator::stop_while_restricted(std::string what) {
  if (restricted_.empty()) return;
  ExprPtr any = core::truth(false);
  for (const Restricted& one : restricted_) {
    ExprPtr witness = core::reg_expr(one.witness, pointer());
    any = core::make(ExprOp::log_or, core::boolean_type(),
                     {any, core::make(ExprOp::ptr_is_data, core::boolean_type(), {witness})});
  }
  stop_if(any, std::move(what));
}

void Elaborator::stop_at_unfollowed(const clang::FunctionDecl* callee) {
  if (!callee || may_access(callee, 0))
    stop_while_restricted("a call that may access what a restricted pointer of the caller is used for");
}

void Elaborator::stop_at_unfollowed(const Lvalue& lvalue) {
  if (!checks(Undef::restrict_) || is_library_ || !lvalue.type->isPointerType()) return;
  if (lvalue.type.isRestrictQualified() && !(lvalue.whole && restricted(lvalue.whole)))
    build_.emit(core::Unsupported{"a restricted pointer that is neither a parameter nor an automatic object"});
}

}  // namespace fencepost::frontend
