// Statements (C11 6.8) as labels and jumps; blocks as allocations and kills (6.2.4).
#include <clang/AST/Attr.h>
#include <clang/AST/StmtVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/TargetInfo.h>
#include <fmt/format.h>

#include <algorithm>

#include "frontend/clang/compatible.h"
#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

namespace {

// By `#pragma STDC FENV_ROUND`, `#pragma clang fp` and the like. Contraction is open in C, and the floating environment is
// not modelled.
bool changes_rounding(const clang::CompoundStmt* stmt, const clang::ASTContext& context) {
  if (!stmt->hasStoredFPFeatures()) return false;
  const clang::LangOptions& language = context.getLangOpts();
  clang::FPOptions usual(language), here = stmt->getStoredFPFeatures().applyOverrides(language);
  here.setFPContractMode(usual.getFPContractMode());
  here.setAllowFEnvAccess(usual.getAllowFEnvAccess());
  here.setSpecifiedExceptionMode(usual.getSpecifiedExceptionMode());
  if (here.getFPEvalMethod() == context.getTargetInfo().getFPEvalMethod())
    here.setFPEvalMethod(usual.getFPEvalMethod());
  return here != usual;
}

}  // namespace

// Allocates the object of a definition, which is const if the definition says so (C11 6.7.3p6).
void Elaborator::define_object(core::Reg reg, clang::QualType type, clang::CharUnits align, std::string name) {
  bool is_const = context_.getBaseElementType(type).isConstQualified();
  build_.emit(core::Alloc{reg, size_expr(type), static_cast<uint32_t>(align.getQuantity()), core::Storage::automatic,
                          false, is_const, std::move(name), declared_scalars(type), nullptr, part_names(type)});
}

// Aligned as _Alignof says: that large arrays lie at multiples of 16 is no promise of C.
void Elaborator::define_object(core::Reg reg, const clang::VarDecl* decl) {
  define_object(reg, decl->getType(), context_.getDeclAlign(decl, /*ForAlignof=*/true), decl->getNameAsString());
}

void Elaborator::enter(const Scope* scope) {
  for (const clang::VarDecl* decl : scope->variables) {
    auto [it, fresh] = objects_.try_emplace(decl);
    if (fresh) it->second = build_.fresh(pointer(), decl->getNameAsString());
    build_.at(position(decl->getLocation()));
    define_object(it->second, decl);
  }
  for (const clang::CompoundLiteralExpr* literal : scope->literals) {
    auto [it, fresh] = literal_objects_.try_emplace(literal);
    if (fresh) it->second = build_.fresh(pointer(), "literal");
    build_.at(position(literal->getExprLoc()));
    define_object(it->second, literal->getType(), context_.getTypeAlignInChars(literal->getType()), "compound literal");
  }
}

void Elaborator::leave(const Scope* scope) {
  if (scope->vla)
    build_.emit(core::Kill{core::reg_expr(objects_.at(scope->vla), pointer())}, scope->vla->getNameAsString());
  for (auto it = scope->literals.rbegin(); it != scope->literals.rend(); ++it)
    build_.emit(core::Kill{core::reg_expr(literal_objects_.at(*it), pointer())});
  for (auto it = scope->variables.rbegin(); it != scope->variables.rend(); ++it) end_restricted(*it);
  for (auto it = scope->variables.rbegin(); it != scope->variables.rend(); ++it)
    build_.emit(core::Kill{core::reg_expr(objects_.at(*it), pointer())}, (*it)->getNameAsString());
}

void Elaborator::change_scope(const Scope* from, const Scope* to) {
  const Scope* common = to;
  while (common && from && common->depth > from->depth) common = common->parent;
  for (const Scope* scope = from; scope; scope = scope->parent) {
    while (common && common->depth > scope->depth) common = common->parent;
    if (scope == common) break;
    leave(scope);
  }
  std::vector<const Scope*> entered;
  for (const Scope* scope = to; scope && scope != common; scope = scope->parent) entered.push_back(scope);
  for (auto it = entered.rbegin(); it != entered.rend(); ++it) enter(*it);
}

void Elaborator::close(const Scope* outer) {
  change_scope(scope_, outer);
  scope_ = outer;
}

void Elaborator::jump(core::Label label, const Scope* scope) {
  // Out of a statement expression, and so out of the full expression around it?
  auto is_inside = [](const Scope* inner, const Scope* outer) {
    while (inner && inner->depth > outer->depth) inner = inner->parent;
    return inner == outer;
  };
  for (Whole* around : wholes_) {
    const Scope* body = scope_;
    while (body && body->parent != around->scope) body = body->parent;
    around->is_left = around->is_left || !body || !is_inside(scope, body);
  }
  change_scope(scope_, scope);
  build_.jump(label);
}

core::Label Elaborator::label_of(const clang::LabelDecl* label) {
  auto it = labels_.find(label);
  if (it == labels_.end()) it = labels_.emplace(label, build_.fresh_label()).first;
  return it->second;
}

// `int a[static 3]` (C11 6.7.6.3p7): what is passed points to the first of at least so many elements.
void Elaborator::check_static_array(const clang::ParmVarDecl* param, ExprPtr value) {
  const clang::ArrayType* array = context_.getAsArrayType(param->getOriginalType());
  if (!array || array->getSizeModifier() != clang::ArraySizeModifier::Static) return;
  build_.at(position(param->getLocation()));
  auto holds = [&](core::ExprOp op, std::vector<ExprPtr> args) {
    return core::make(op, core::boolean_type(), std::move(args));
  };
  ExprPtr is_there = core::log_and(holds(core::ExprOp::ptr_is_data, {value}), holds(core::ExprOp::ptr_alive, {value}));
  fix_array_sizes(clang::QualType(array, 0));  // which the parameter's own type, a pointer, does not have
  ExprPtr bytes = size_expr(clang::QualType(array, 0));
  ExprPtr is_long = holds(core::ExprOp::ptr_in_bounds, {value, bytes});
  if (checks(core::Undef::sub_object))
    is_long = core::log_and(is_long, holds(core::ExprOp::ptr_in_view, {value, bytes}));
  check(core::Undef::static_array, core::log_and(is_there, is_long), param->getNameAsString());
}

void Elaborator::define(const clang::FunctionDecl* definition) {
  definition_ = definition;
  core::Function& function = build_.function();
  function.defined = true;
  clang::QualType result = definition->getReturnType();
  if (is_scalar(result)) function.result = type_of(result);
  const bool is_havoc = !is_library_ && program_.options.havoc.contains(function.name);  // nor need it have a body
  if (!is_havoc) {
    scopes_.emplace(definition->getBody());
    find_restricted_pointers();
    understand(definition);
    for (const clang::ParmVarDecl* param : definition->parameters()) understand(param);
  }
  if (auto it = program_.unknown_extensions.in_function.find(definition);
      it != program_.unknown_extensions.in_function.end())
    stop_at(it->second);
  if (result->isVectorType()) build_.emit(core::Unsupported{"a function that returns a vector"});
  if (result->isRecordType()) {
    core::Reg reg = build_.fresh(pointer(), "result");
    function.params.push_back(reg);
    result_object_ = core::reg_expr(reg, pointer());
  }
  std::vector<core::Reg> values;
  for (const clang::ParmVarDecl* param : definition->parameters()) {
    core::Type type = passed_as(definition, static_cast<unsigned>(values.size()));
    values.push_back(build_.fresh(type, param->getNameAsString()));
    function.params.push_back(values.back());
  }
  if (definition->isVariadic()) {
    function.params.push_back(build_.fresh(pointer(), "further arguments"));
    further_ = core::reg_expr(function.params.back(), pointer());
  }
  if (is_havoc) {
    build_.at(function.pos);
    if (!is_scalar(result) && !result->isVoidType())
      build_.emit(core::Unsupported{fmt::format("the function `{}`", function.name)});
    build_.emit(core::Return{is_scalar(result) ? choose(result, function.name + "()").expr : nullptr});
    return;
  }
  for (size_t i = 0; i < values.size(); ++i) {
    const clang::ParmVarDecl* param = definition->getParamDecl(static_cast<unsigned>(i));
    build_.at(position(param->getLocation()));
    std::string name = param->getNameAsString();
    core::Reg object = build_.fresh(pointer(), name);
    objects_[param] = object;
    parameters_.push_back(param);
    define_object(object, param);
    ExprPtr ptr = core::reg_expr(object, pointer());
    if (is_scalar(param->getType())) {
      Lvalue target;
      target.ptr = ptr;
      target.type = param->getType();
      target.text = name;
      Value passed{core::reg_expr(values[i], function.regs[core::index(values[i])].type), std::nullopt, nullptr};
      if (!definition->hasWrittenPrototype())
        passed = convert(passed, passed_type(definition, static_cast<unsigned>(i)), param->getType());
      store(target, passed, false, true);
      begin_restricted(param, passed.expr);
    } else {
      build_.emit(
          core::Copy{ptr, core::reg_expr(values[i], pointer()), core::constant(size_of(param->getType()), size_type()),
                     false, scalars(param->getType(), context_)},
          name);
      Lvalue whole_object;
      whole_object.ptr = ptr;
      whole_object.type = param->getType();
      change_padding(whole_object);
    }
  }
  if (is_atomic_section(definition)) build_.emit(core::AtomicBegin{});
  whole([&] {
    for (size_t i = 0; i < values.size(); ++i) {
      const clang::ParmVarDecl* param = definition->getParamDecl(static_cast<unsigned>(i));
      fix_array_sizes(param->getType());
      // The outermost size goes when the array becomes a pointer, but what it does to other objects happens (6.9.1p10).
      const auto* vla = context_.getAsVariableArrayType(param->getOriginalType());
      if (vla && vla->getSizeModifier() != clang::ArraySizeModifier::Static && vla->getSizeExpr() &&
          vla->getSizeExpr()->HasSideEffects(context_))
        effect(vla->getSizeExpr());
      check_static_array(param, core::reg_expr(values[i], function.regs[core::index(values[i])].type));
    }
  });
  scope_ = scopes_->root();
  enter(scope_);
  statement(definition->getBody());
  build_.at(position(definition->getBody()->getEndLoc()));
  leave(scope_);
  for (const clang::ParmVarDecl* param : parameters_)
    build_.emit(core::Kill{core::reg_expr(objects_.at(param), pointer())});
  if (definition->isNoReturn()) check(core::Undef::noreturn_return, core::truth(false), definition->getNameAsString());
  if (is_atomic_section(definition)) build_.emit(core::AtomicEnd{});
  bool is_main = definition->getNameAsString() == "main" && function.result;
  build_.emit(core::Return{is_main ? core::constant(0, *function.result) : nullptr});
}

const clang::Stmt* Elaborator::behind_labels(const clang::Stmt* stmt) {
  for (;;) {
    if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(stmt)) {
      build_.define_label(label_of(label->getDecl()));
      if (program_.options.error_labels && label->getDecl()->getName() == "ERROR")
        check(core::Undef::reach_error, core::truth(false), "label ERROR");
      stmt = label->getSubStmt();
    } else if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(stmt)) {
      for (const clang::Attr* attribute : attributed->getAttrs()) stop_at(unknown_attribute(attribute, context_));
      stmt = attributed->getSubStmt();
    } else {
      return stmt;
    }
  }
}

void Elaborator::statement(const clang::Stmt* stmt) {
  if (!stmt) return;
  place_before(stmt);
  at(stmt);
  switch (stmt->getStmtClass()) {
    case clang::Stmt::NullStmtClass:
      return;
    case clang::Stmt::CompoundStmtClass:
      return compound(llvm::cast<clang::CompoundStmt>(stmt));
    case clang::Stmt::DeclStmtClass:
      return declaration(llvm::cast<clang::DeclStmt>(stmt));
    case clang::Stmt::IfStmtClass:
      return in_own_block(stmt, [&] { if_statement(llvm::cast<clang::IfStmt>(stmt)); });
    case clang::Stmt::WhileStmtClass:
      return in_own_block(stmt, [&] { while_statement(llvm::cast<clang::WhileStmt>(stmt)); });
    case clang::Stmt::DoStmtClass:
      return in_own_block(stmt, [&] { do_statement(llvm::cast<clang::DoStmt>(stmt)); });
    case clang::Stmt::ForStmtClass:
      return in_own_block(stmt, [&] { for_statement(llvm::cast<clang::ForStmt>(stmt)); });
    case clang::Stmt::SwitchStmtClass:
      return in_own_block(stmt, [&] { switch_statement(llvm::cast<clang::SwitchStmt>(stmt)); });
    case clang::Stmt::ReturnStmtClass:
      return return_statement(llvm::cast<clang::ReturnStmt>(stmt));
    case clang::Stmt::AttributedStmtClass:
    case clang::Stmt::LabelStmtClass:
      return statement(behind_labels(stmt));
    case clang::Stmt::CaseStmtClass:
    case clang::Stmt::DefaultStmtClass: {
      const auto* label = llvm::cast<clang::SwitchCase>(stmt);
      auto it = case_labels_.find(label);
      if (it == case_labels_.end()) return unsupported(stmt, "a case label inside an expression");
      build_.define_label(it->second);
      return statement(label->getSubStmt());
    }
    case clang::Stmt::GotoStmtClass:
      return go_to(stmt, llvm::cast<clang::GotoStmt>(stmt)->getLabel());
    case clang::Stmt::BreakStmtClass:
    case clang::Stmt::ContinueStmtClass: {
      bool is_break = stmt->getStmtClass() == clang::Stmt::BreakStmtClass;
      if ((is_break ? breaks_ : continues_).empty()) return unsupported(stmt, "a jump out of a parallel composition");
      const JumpTarget& target = is_break ? breaks_.back() : continues_.back();
      return jump(target.label, target.scope);
    }
    case clang::Stmt::GCCAsmStmtClass:
      return assembly(llvm::cast<clang::GCCAsmStmt>(stmt));
    case clang::Stmt::IndirectGotoStmtClass:
      return computed_goto(llvm::cast<clang::IndirectGotoStmt>(stmt));
    default:
      break;
  }
  if (const auto* expr = llvm::dyn_cast<clang::Expr>(stmt)) return full_expression(expr);
  unsupported(stmt, fmt::format("this statement ({})", stmt->getStmtClassName()));
}

void Elaborator::in_own_block(const clang::Stmt* stmt, const std::function<void()>& body) {
  const Scope* outer = scope_;
  scope_ = scopes_->opened_by(stmt);
  enter(scope_);
  at(stmt);
  body();
  close(outer);
}

void Elaborator::substatement(const clang::Stmt* stmt) {
  const Scope* outer = scope_;
  scope_ = scopes_->around(stmt);
  enter(scope_);
  note_place(stmt);
  statement(stmt);
  close(outer);
}

void Elaborator::compound(const clang::CompoundStmt* stmt) {
  if (is_parallel(stmt)) return parallel(stmt);
  if (changes_rounding(stmt, context_)) unsupported(stmt, "a pragma that changes floating arithmetic");
  const Scope* scope = scopes_->opened_by(stmt);
  const Scope* outer = scope_;
  scope_ = scope;
  enter(scope);
  const bool is_loop_body = std::exchange(loop_body_, nullptr) == stmt;
  note_places(stmt);
  for (const clang::Stmt* child : stmt->body()) statement(child);
  if (is_loop_body) place_at_end(stmt);
  build_.at(position(stmt->getRBracLoc()));
  close(outer);
}

// `extern int x;` where an object without linkage hides a static x has external linkage (C11 6.2.2p4), and so x has both (p7).
void Elaborator::check_linkage(const clang::VarDecl* declared) {
  if (!declared->isLocalExternDecl() || declared->isExternallyVisible()) return;
  auto hides = [&](const clang::VarDecl* other) {
    return other->getName() == declared->getName() &&
           context_.getSourceManager().isBeforeInTranslationUnit(other->getLocation(), declared->getLocation());
  };
  bool is_hidden = std::any_of(parameters_.begin(), parameters_.end(), hides);
  for (const Scope* scope = scope_; scope; scope = scope->parent)
    is_hidden = is_hidden || std::any_of(scope->variables.begin(), scope->variables.end(), hides);
  if (is_hidden) check(core::Undef::linkage, core::truth(false), declared->getNameAsString());
}

void Elaborator::declaration(const clang::DeclStmt* stmt) {
  for (const clang::Decl* decl : stmt->decls()) {
    build_.at(position(decl->getLocation()));
    const auto* declared = llvm::dyn_cast<clang::VarDecl>(decl);
    if (declared) check_linkage(declared);
    if (const auto* type = llvm::dyn_cast<clang::TypedefNameDecl>(decl))
      whole([&] { fix_array_sizes(type->getUnderlyingType()); });
    else if (declared)
      whole([&] { fix_array_sizes(declared->getType()); });
    if (!declared || !declared->hasLocalStorage()) continue;
    understand(declared);
    if (declared->getType()->isVariableArrayType()) {
      core::Reg reg = build_.fresh(pointer(), declared->getNameAsString());
      objects_[declared] = reg;
      define_object(reg, declared);
      scope_ = scopes_->opened_by(declared);
    }
    Lvalue target = variable(declared);
    if (declared->hasInit()) {
      whole([&] { initialise(target, declared->getInit(), false); });
      if (!llvm::isa<clang::InitListExpr>(declared->getInit()->IgnoreParens())) change_padding(target);
      if (restricted(declared)) {
        core::Reg reg = build_.fresh(pointer());
        build_.emit(core::Load{reg, target.ptr, pointer(), {}});
        begin_restricted(declared, core::reg_expr(reg, pointer()));
      }
    } else if (scopes_->has_labels() && !declared->getType()->isVariableArrayType()) {
      // Reached again by a jump, the object is indeterminate again (6.2.4p6).
      build_.emit(core::Fill{target.ptr, nullptr, size_expr(declared->getType())}, target.text);
    }
  }
}

void Elaborator::branch(ExprPtr condition_value, core::Label then_label, core::Label else_label) {
  if (core::is_constant(condition_value)) return build_.jump(condition_value->value ? then_label : else_label);
  build_.emit(core::Branch{std::move(condition_value), then_label, else_label});
}

void Elaborator::if_statement(const clang::IfStmt* stmt) {
  core::Label then_label = build_.fresh_label(), else_label = build_.fresh_label(), end = build_.fresh_label();
  ExprPtr test = full_condition(stmt->getCond());
  at(stmt);
  branch(test, then_label, else_label);
  build_.define_label(then_label);
  substatement(stmt->getThen());
  if (stmt->getElse()) build_.jump(end);
  build_.define_label(else_label);
  if (stmt->getElse()) {
    substatement(stmt->getElse());
    build_.define_label(end);
  }
}

void Elaborator::loop_body(const clang::Stmt* body, core::Label break_label, core::Label continue_label, bool repeats) {
  loops_ += repeats ? 1 : 0;
  breaks_.push_back({break_label, scope_});
  continues_.push_back({continue_label, scope_});
  loop_body_ = body;
  substatement(body);
  place_behind(body);
  breaks_.pop_back();
  continues_.pop_back();
  loops_ -= repeats ? 1 : 0;
}

ExprPtr Elaborator::loop_condition(const Expr* expr) {
  in_loop_head_ = true;
  ExprPtr test = full_condition(expr);
  in_loop_head_ = false;
  return test;
}

void Elaborator::while_statement(const clang::WhileStmt* stmt) {
  core::Label head = build_.fresh_label(), body = build_.fresh_label(), next = build_.fresh_label(),
              end = build_.fresh_label();
  build_.define_label(head);
  ExprPtr test = loop_condition(stmt->getCond());
  at(stmt);
  branch(test, body, end);
  build_.define_label(body);
  loop_body(stmt->getBody(), end, next);
  at(stmt);
  build_.define_label(next);
  build_.jump(head);
  build_.define_label(end);
}

void Elaborator::do_statement(const clang::DoStmt* stmt) {
  core::Label head = build_.fresh_label(), next = build_.fresh_label(), end = build_.fresh_label();
  build_.define_label(head);
  bool repeats = true;  // unless it is known that it does not
  stmt->getCond()->EvaluateAsBooleanCondition(repeats, context_);
  loop_body(stmt->getBody(), end, next, repeats);
  at(stmt->getCond());
  build_.define_label(next);
  ExprPtr test = loop_condition(stmt->getCond());
  at(stmt);
  branch(test, head, end);
  build_.define_label(end);
}

void Elaborator::for_statement(const clang::ForStmt* stmt) {
  core::Label head = build_.fresh_label(), body = build_.fresh_label(), next = build_.fresh_label(),
              end = build_.fresh_label();
  statement(stmt->getInit());
  at(stmt);
  build_.define_label(head);
  ExprPtr test = stmt->getCond() ? loop_condition(stmt->getCond()) : core::truth(true);
  at(stmt);
  branch(test, body, end);
  build_.define_label(body);
  loop_body(stmt->getBody(), end, next);
  build_.define_label(next);
  if (stmt->getInc()) {
    at(stmt->getInc());
    in_loop_head_ = true;
    full_expression(stmt->getInc());
    in_loop_head_ = false;
  }
  at(stmt);
  build_.jump(head);
  build_.define_label(end);
}

void Elaborator::switch_statement(const clang::SwitchStmt* stmt) {
  ExprPtr tested;
  whole([&] {
    Value value = rvalue(stmt->getCond());
    at(stmt);
    tested = build_.bind(use(value, "switch"));
  });
  core::Label end = build_.fresh_label();
  core::Label fallback = end;
  std::vector<const clang::SwitchCase*> cases;
  for (const clang::SwitchCase* label = stmt->getSwitchCaseList(); label; label = label->getNextSwitchCase())
    cases.push_back(label);
  struct Trampoline {
    core::Label label;
    const clang::SwitchCase* target;
  };
  std::vector<Trampoline> trampolines;
  auto entry_of = [&](const clang::SwitchCase* label) {
    core::Label target = build_.fresh_label();
    case_labels_[label] = target;
    const Scope* scope = scopes_->of_case(label);
    if (scope == scope_ || !scope) return target;
    core::Label via = build_.fresh_label();
    trampolines.push_back({via, label});
    return via;
  };
  for (auto it = cases.rbegin(); it != cases.rend(); ++it) {
    core::Label target = entry_of(*it);
    const auto* label = llvm::dyn_cast<clang::CaseStmt>(*it);
    if (!label) {
      fallback = target;
      continue;
    }
    auto bound = [&](const Expr* expr) {
      llvm::APSInt number = expr->EvaluateKnownConstInt(context_).extOrTrunc(tested->type.bits);
      return core::constant(number.getRawData()[0], tested->type);
    };
    ExprPtr low = bound(label->getLHS());
    ExprPtr match = core::make(ExprOp::eq, core::boolean_type(), {tested, low});
    if (label->getRHS())  // GNU case range
      match = core::log_and(core::make(ExprOp::le, core::boolean_type(), {low, tested}),
                            core::make(ExprOp::le, core::boolean_type(), {tested, bound(label->getRHS())}));
    core::Label next = build_.fresh_label();
    branch(match, target, next);
    build_.define_label(next);
  }
  build_.jump(fallback);
  for (const Trampoline& trampoline : trampolines) {
    build_.define_label(trampoline.label);
    change_scope(scope_, scopes_->of_case(trampoline.target));
    build_.jump(case_labels_.at(trampoline.target));
  }
  // Control never falls into the body here: it is entered by its labels alone, whose trampolines have allocated the
  // objects of its blocks.
  breaks_.push_back({end, scope_});
  substatement(stmt->getBody());
  breaks_.pop_back();
  build_.define_label(end);
}

void Elaborator::return_statement(const clang::ReturnStmt* stmt) {
  if (in_arm_) return unsupported(stmt, "a return out of a parallel composition");
  Value value;
  const Expr* expr = stmt->getRetValue();
  whole([&] {
    if (!expr) return;
    if (result_object_ && expr->getType()->isRecordType()) {
      ExprPtr source = aggregate(expr);
      at(stmt);
      build_.emit(core::Copy{result_object_, source, core::constant(size_of(expr->getType()), size_type()), false,
                             scalars(expr->getType(), context_)},
                  "result");
    } else if (build_.function().result) {
      value = rvalue(expr);
      at(stmt);
      if (value.expr) value.expr = build_.bind(value.expr);
      if (value.expr && definition_->getMostRecentDecl()->hasAttr<clang::ReturnsNonNullAttr>() && !is_library_)
        stop_if(core::make(ExprOp::ptr_is_null, core::boolean_type(), {value.expr}),
                "a null pointer from a function that is declared returns_nonnull");
    } else {
      effect(expr);
    }
  });
  at(stmt);
  change_scope(scope_, nullptr);
  for (const clang::ParmVarDecl* param : parameters_)
    build_.emit(core::Kill{core::reg_expr(objects_.at(param), pointer())});
  if (definition_->isNoReturn())
    check(core::Undef::noreturn_return, core::truth(false), definition_->getNameAsString());
  if (is_atomic_section(definition_)) build_.emit(core::AtomicEnd{});
  build_.emit(core::Return{value.expr});
}

// SV-COMP: a function with such a name runs as one step.
bool Elaborator::is_atomic_section(const clang::FunctionDecl* definition) const {
  return definition->getName().starts_with("__VERIFIER_atomic_");
}

}  // namespace fencepost::frontend
