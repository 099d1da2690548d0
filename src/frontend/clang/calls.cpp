// Function calls (C11 6.5.2.2): designator and arguments unsequenced, a sequence point, then the call.
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::Undef;

namespace {

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
  return values;
}

Value Elaborator::call(const clang::CallExpr* call_expr, ExprPtr result_object) {
  const clang::FunctionDecl* callee = call_expr->getDirectCallee();
  if (callee) {
    understand(callee);
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
      Place copy_of;
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
    callable->text = signature_of(context_, type);
    check(Undef::bad_call, callable, "call through a pointer");
    target.expr = pointer_value;
  }
  core::Call made;
  made.callee = target.expr;
  if (result_object) made.args.push_back(result_object);
  for (Value& value : values)
    if (value.expr) made.args.push_back(build_.bind(value.expr));

  clang::QualType result = call_expr->getType();
  const clang::FunctionDecl* definition = callee ? program_.linker.definition(callee) : nullptr;
  bool in_library = definition && program_.linker.is_library(definition);
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
  if (definition && !definition->isVariadic()) {
    // Only a call without a prototype in sight can disagree with the definition.
    size_t expected = definition->getNumParams() + (definition->getReturnType()->isRecordType() ? 1 : 0);
    if (!definition->hasWrittenPrototype() && definition->getNumParams() == 0 && made.args.size() > expected) {
      check(Undef::extra_arguments, core::truth(false), fmt::format("call of `{}`", callee->getNameAsString()));
      made.args.resize(expected);
    }
    bool fits = made.args.size() == expected && is_scalar(definition->getReturnType()) == is_scalar(result) &&
                definition->getReturnType()->isVoidType() == result->isVoidType();
    for (unsigned i = 0; fits && i < definition->getNumParams(); ++i) {
      core::Type have = made.args[i + (expected - definition->getNumParams())]->type;
      clang::QualType param = definition->getParamDecl(i)->getType();
      core::Type want = is_scalar(param) ? type_of(param) : pointer();
      fits = have.kind == want.kind && have.bytes == want.bytes;
      bool promoted =
          have.kind == want.kind && have.kind == core::TypeKind::integer && want.bits < have.bits && have.bits == 32;
      if (!fits && promoted && !definition->hasWrittenPrototype()) {  // K&R definition: narrowed back
        made.args[i + (expected - definition->getNumParams())] =
            build_.bind(core::make(ExprOp::int_cast, want, {made.args[i + (expected - definition->getNumParams())]}));
        fits = true;
      }
    }
    // An implicit declaration returns int; the value of a void function is never used then.
    if (!fits && made.args.size() == expected && definition->getReturnType()->isVoidType() && is_scalar(result)) {
      bool same = true;
      for (unsigned i = 0; i < definition->getNumParams(); ++i)
        same = same && type_of(definition->getParamDecl(i)->getType()) == made.args[i]->type;
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
  std::optional<core::Reg> reg = made.reg;
  build_.emit(std::move(made), callee ? callee->getNameAsString() : text_of(call_expr->getCallee()));
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
