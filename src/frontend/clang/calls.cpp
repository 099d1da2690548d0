// Function calls (C11 6.5.2.2): designator and arguments unsequenced, a sequence point, then the call.
#include <clang/AST/Attr.h>
#include <fmt/format.h>

#include "frontend/clang/compatible.h"
#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::Undef;

namespace {

bool has_prototype(const clang::FunctionDecl* in_scope) {
  for (; in_scope; in_scope = in_scope->getPreviousDecl())
    if (in_scope->hasWrittenPrototype()) return true;
  return false;
}

// The type of an argument before Clang's implicit conversions, which lead to the type of the parameter even if no
// prototype is in scope.
clang::QualType written_type(const clang::Expr* argument) {
  auto converts = [](const clang::ImplicitCastExpr* cast) {
    if (cast->getCastKind() == clang::CK_BitCast) return true;
    return cast->getCastKind() != clang::CK_LValueToRValue && cast->getSubExpr()->getType()->isArithmeticType();
  };
  const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(argument->IgnoreParens());
  while (cast && converts(cast)) {
    argument = cast->getSubExpr();
    cast = llvm::dyn_cast<clang::ImplicitCastExpr>(argument->IgnoreParens());
  }
  return argument->getType();
}

bool may_be_any_object(clang::QualType pointer) {
  return pointer->isPointerType() &&
         (pointer->getPointeeType()->isVoidType() || pointer->getPointeeType()->isAnyCharacterType());
}

// Can control reach the closing brace? Only an approximation is needed: it decides how a missing value is named.
bool may_fall_off(const clang::Stmt* stmt) {
  if (!stmt) return true;
  if (llvm::isa<clang::ReturnStmt>(stmt) || llvm::isa<clang::GotoStmt>(stmt)) return false;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    return block->body_empty() || may_fall_off(block->body_back());
  if (const auto* test = llvm::dyn_cast<clang::IfStmt>(stmt))
    return !test->getElse() || may_fall_off(test->getThen()) || may_fall_off(test->getElse());
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(stmt)) return may_fall_off(label->getSubStmt());
  return true;
}

}  // namespace

// Without a prototype parameters arrive promoted, and the callee converts them (C11 6.5.2.2p6, 6.9.1p10).
core::Type Elaborator::passed_as(const clang::FunctionDecl* definition, unsigned param) {
  clang::QualType type = passed_type(definition, param);
  return is_scalar(type) ? type_of(type) : pointer();
}

// Without a prototype in sight an argument that is promoted must have its parameter's type, but for a definition without one:
// signedness may differ if both types have the value, and so may pointers to void and characters (6.5.2.2p6).
void Elaborator::check_promoted(const clang::CallExpr* call_expr, const clang::FunctionDecl* definition, unsigned i,
                                const ExprPtr& value) {
  if (!checks(Undef::promoted_argument)) return;
  const clang::ASTContext& there = definition->getASTContext();
  clang::QualType have = promoted(written_type(call_expr->getArg(i)), context_).getCanonicalType();
  clang::QualType want = passed_type(definition, i).getCanonicalType().getUnqualifiedType();
  if (have->isPointerType() != want->isPointerType() || Compatibility(context_, there).holds(have, want)) return;
  ExprPtr fits = core::truth(false);
  if (!definition->hasWrittenPrototype()) {
    if (may_be_any_object(have) && may_be_any_object(want)) return;
    if (have->isIntegerType() && want->isIntegerType() && context_.getTypeSize(have) == there.getTypeSize(want)) {
      ExprPtr number = core::make(ExprOp::int_cast, core::int_type(value->type.bits, true), {value});
      fits = core::make(ExprOp::le, core::boolean_type(), {core::constant(0, number->type), number});
    }
  }
  check(Undef::promoted_argument, fits,
        fmt::format("argument {} of `{}` is a `{}`, the parameter a `{}`", i + 1, definition->getNameAsString(),
                    have.getAsString(), want.getAsString()));
}

std::vector<Value> Elaborator::arguments(const clang::CallExpr* call_expr) {
  std::vector<Value> values(call_expr->getNumArgs());
  std::vector<std::function<void()>> strands;
  for (unsigned i = 0; i < call_expr->getNumArgs(); ++i)
    strands.push_back([&, i] {
      const Expr* arg = call_expr->getArg(i);
      if (is_scalar(arg->getType()))
        values[i] = rvalue(arg);
      else if (!arg->getType()->isVoidType())
        values[i] = {aggregate(arg), std::nullopt, nullptr};
    });
  unsequenced(std::move(strands));
  at(call_expr);
  end_full_expression();
  note_library_access(call_expr, values);
  return values;
}

// `nonnull` is a promise to GNU compilers, which take a null pointer there for undefined. C has no word for it.
void Elaborator::keep_promises(const clang::FunctionDecl* callee, const std::vector<ExprPtr>& args, size_t first) {
  const clang::FunctionDecl* latest = callee->getMostRecentDecl();
  auto is_promised = [&](unsigned i) {
    for (const auto* attribute : latest->specific_attrs<clang::NonNullAttr>())
      if (attribute->isNonNull(i)) return true;
    return i < latest->getNumParams() && latest->getParamDecl(i)->hasAttr<clang::NonNullAttr>();
  };
  for (unsigned i = 0; first + i < args.size(); ++i) {
    const ExprPtr& given = args[first + i];
    if (given->type.kind != core::TypeKind::pointer || !is_promised(i)) continue;
    if (i < latest->getNumParams() && !latest->getParamDecl(i)->getType()->isAnyPointerType()) continue;
    stop_if(core::make(ExprOp::ptr_is_null, core::boolean_type(), {given}),
            fmt::format("a null pointer for a parameter of `{}` that is declared nonnull", callee->getNameAsString()));
  }
}

Value Elaborator::call(const clang::CallExpr* call_expr, ExprPtr result_object) {
  const clang::FunctionDecl* callee = call_expr->getDirectCallee();
  if (callee) {
    understand(callee);
    check_agreement(callee);
    if (std::optional<Value> known = known_call(call_expr, callee)) return *known;
  }
  std::vector<Value> values(call_expr->getNumArgs());
  Value target;
  std::vector<std::function<void()>> strands;
  if (callee)
    target.expr = core::function_expr(program_.linker.function(callee), pointer());
  else
    strands.push_back([&] { target = rvalue(call_expr->getCallee()); });
  for (unsigned i = 0; i < call_expr->getNumArgs(); ++i)
    strands.push_back([&, i] {
      const Expr* arg = call_expr->getArg(i);
      if (is_scalar(arg->getType())) {
        values[i] = rvalue(arg);
        return;
      }
      // A struct argument is read here, so what the callee gets is a copy made here.
      Lvalue copy_of;
      copy_of.type = arg->getType();
      copy_of.ptr = temporary(arg->getType(), "argument");
      ExprPtr source = aggregate(arg);
      copy(copy_of, source, false);
      values[i] = {copy_of.ptr, std::nullopt, nullptr};
    });
  at(call_expr);
  unsequenced(std::move(strands));
  at(call_expr);
  end_full_expression();

  if (!callee) {
    ExprPtr pointer_value = use(target, "function pointer");
    auto predicate = [&](ExprOp op) { return core::make(op, core::boolean_type(), {pointer_value}); };
    check(Undef::null_deref, core::log_not(predicate(ExprOp::ptr_is_null)), "call through a pointer");
    check(Undef::invalid_deref, predicate(ExprOp::ptr_is_function), "call through a pointer");
    auto callable = std::make_shared<core::Expr>(*predicate(ExprOp::ptr_callable));
    clang::QualType type = call_expr->getCallee()->getType()->getPointeeType();
    callable->text = program_.linker.signature(context_, type);
    check(Undef::bad_call, callable, "call through a pointer");
    target.expr = pointer_value;
  }
  stop_at_unfollowed(callee);
  core::Call made;
  made.callee = target.expr;
  if (result_object) made.args.push_back(result_object);
  std::optional<unsigned> before = before_ellipsis(call_expr);
  std::vector<std::function<void()>> watched;
  for (unsigned i = 0; i < values.size(); ++i)
    if (std::function<void()> lost = watch_list(call_expr->getArg(i), values[i])) watched.push_back(std::move(lost));
  for (unsigned i = 0; i < before.value_or(call_expr->getNumArgs()); ++i)
    if (values[i].expr) made.args.push_back(build_.bind(values[i].expr));
  if (before) made.args.push_back(further_arguments(call_expr, values, *before));

  clang::QualType result = call_expr->getType();
  const clang::FunctionDecl* definition = callee ? program_.linker.definition(callee) : nullptr;
  bool in_library = definition && program_.linker.is_library(definition);
  if (callee && !definition && !is_library_)
    program_.undefined_calls.push_back({position(call_expr->getBeginLoc()), callee->getNameAsString(),
                                        definition_ ? definition_->getNameAsString() : ""});
  if (in_library) note_library_access(call_expr, values);
  for (const Value& value : values)
    if (!in_library) check_dangling(value.expr);
  if (in_library && made.args.size() == definition->getNumParams()) {
    std::string name = callee->getNameAsString();
    if (name == "pthread_create" || name == "thrd_create") {
      unsigned at_index = name[0] == 'p' ? 2 : 1;
      made.args[at_index] = thread_start(call_expr->getArg(at_index), made.args[at_index], name[0] == 't');
    }
    // Without a prototype in sight a null pointer is written 0.
    for (unsigned i = 0; i < definition->getNumParams(); ++i)
      if (definition->getParamDecl(i)->getType()->isAnyPointerType() && core::is_constant(made.args[i]) &&
          made.args[i]->value == 0)
        made.args[i] = core::constant(0, pointer());
  }
  if (callee && !is_library_ && !in_library) keep_promises(callee, made.args, result_object ? 1 : 0);
  if (definition && !definition->isVariadic()) {
    // Only a call without a prototype in sight can disagree with the definition.
    size_t expected = definition->getNumParams() + (definition->getReturnType()->isRecordType() ? 1 : 0);
    if (!definition->hasWrittenPrototype() && definition->getNumParams() == 0 && made.args.size() > expected) {
      check(Undef::extra_arguments, core::truth(false), fmt::format("call of `{}`", callee->getNameAsString()));
      made.args.resize(expected);
    }
    bool fits = made.args.size() == expected && is_scalar(definition->getReturnType()) == is_scalar(result) &&
                definition->getReturnType()->isVoidType() == result->isVoidType();
    if (fits && is_scalar(result)) {
      core::Type have = type_of(result), want = type_of(definition->getReturnType());
      fits = have.kind == want.kind && have.bytes == want.bytes;
    }
    for (unsigned i = 0; fits && i < definition->getNumParams(); ++i) {
      core::Type have = made.args[i + (expected - definition->getNumParams())]->type;
      if (!definition->hasPrototype() && !has_prototype(callee) && have.kind != core::TypeKind::pointer)
        have = type_of(promoted(written_type(call_expr->getArg(i)), context_));
      core::Type want = passed_as(definition, i);
      fits = have.kind == want.kind && have.bytes == want.bytes;
    }
    for (unsigned i = 0; fits && !in_library && !has_prototype(callee) && i < definition->getNumParams(); ++i)
      if (is_scalar(definition->getParamDecl(i)->getType()))
        check_promoted(call_expr, definition, i, made.args[i + (expected - definition->getNumParams())]);
    // An implicit declaration returns int; the value of a void function is never used then.
    if (!fits && made.args.size() == expected && definition->getReturnType()->isVoidType() && is_scalar(result)) {
      bool same = true;
      for (unsigned i = 0; i < definition->getNumParams(); ++i)
        same = same && passed_as(definition, i) == made.args[i]->type;
      fits = same;
      result = definition->getReturnType();
    }
    if (!fits && in_library)
      return unsupported_value(call_expr, fmt::format("`{}` with these types", callee->getNameAsString()));
    if (!fits) {
      check(Undef::bad_call, core::truth(false), fmt::format("call of `{}`", callee->getNameAsString()));
      return is_scalar(call_expr->getType())
                 ? Value{core::constant(0, type_of(call_expr->getType())), std::nullopt, nullptr}
                 : Value{};
    }
  }
  if (is_scalar(result)) made.reg = build_.fresh(type_of(result));
  made.gives_storage = result->isVoidPointerType();
  if (made.gives_storage) made.parts = allocated_parts(call_expr);
  std::optional<core::Reg> reg = made.reg;
  std::string name = callee ? callee->getNameAsString() : text_of(call_expr->getCallee());
  if (const clang::FunctionDecl* external = callee ? program_.linker.beside_inline(callee) : nullptr) {
    core::Call other = made;
    other.callee = core::function_expr(program_.linker.function(external), pointer());
    core::Reg chosen = build_.fresh(core::boolean_type());
    build_.emit(core::Choose{chosen, core::boolean_type()}, "the inline definition is called");
    core::Block own = build_.capture([&] { build_.emit(std::move(made), name); });
    core::Block elsewhere = build_.capture([&] { build_.emit(std::move(other), name); });
    build_.emit(core::If{core::reg_expr(chosen, core::boolean_type()), std::move(own), std::move(elsewhere)});
  } else {
    build_.emit(std::move(made), name);
  }
  for (const std::function<void()>& lost : watched) lost();
  // The declaration at the call has the attribute, though that at the definition may not.
  clang::QualType function_type = call_expr->getCallee()->getType();
  if (function_type->isPointerType()) function_type = function_type->getPointeeType();
  const auto* as_function = function_type->getAs<clang::FunctionType>();
  bool declared = (callee && callee->isNoReturn()) || (as_function && as_function->getNoReturnAttr());
  if (declared && !(definition && definition->isNoReturn())) check(Undef::noreturn_return, core::truth(false), name);
  if (!reg) {
    if (is_scalar(call_expr->getType()))
      return {core::constant(0, type_of(call_expr->getType())), std::nullopt, nullptr};
    return {};
  }
  Value value{core::reg_expr(*reg, type_of(result)), reg, nullptr};
  value.may_be_missing = definition && may_fall_off(definition->getBody());
  return value;
}

}  // namespace fencepost::frontend
