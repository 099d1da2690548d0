// The intrinsics of which the library models of threads (library/threads.c and others) are built, which stand for Core's
// thread statements, and the functions with which SV-COMP delimits atomic sections.
#include <fmt/format.h>

#include "frontend/clang/compatible.h"
#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::Undef;

namespace {

std::string literal_text(const clang::Expr* expr) {
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(expr->IgnoreParenImpCasts());
  return literal ? literal->getString().str() : std::string{};
}

// The function that an expression names whatever it is cast to, or null.
const clang::FunctionDecl* named_function(const clang::Expr* expr) {
  expr = expr->IgnoreParenCasts();
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expr);
      op && (op->getOpcode() == clang::UO_AddrOf || op->getOpcode() == clang::UO_Deref))
    expr = op->getSubExpr()->IgnoreParenCasts();
  const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(expr);
  return ref ? llvm::dyn_cast<clang::FunctionDecl>(ref->getDecl()) : nullptr;
}

}  // namespace

Value Elaborator::known_spawn(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 2) return known_unsupported(known);
  ExprPtr start = use(args[0], "thread function");
  auto predicate = [&](ExprOp op) { return core::make(op, core::boolean_type(), {start}); };
  check(Undef::null_deref, core::log_not(predicate(ExprOp::ptr_is_null)), "thread function");
  check(Undef::invalid_deref, predicate(ExprOp::ptr_is_function), "thread function");
  auto callable = std::make_shared<core::Expr>(*predicate(ExprOp::ptr_callable));
  callable->text = program_.linker.signature(context_, known.call->getArg(0)->getType()->getPointeeType());
  check(Undef::bad_call, callable, "thread function");
  core::Reg reg = build_.fresh(type_of(known.call->getType()));
  build_.emit(core::Spawn{reg, start, {build_.bind(args[1].expr)}}, "spawn");
  return {core::reg_expr(reg, type_of(known.call->getType())), std::nullopt, nullptr};
}

Value Elaborator::known_join(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1) return known_unsupported(known);
  ExprPtr thread = build_.bind(use(args[0], "thread"));
  core::Type type = type_of(known.call->getType());
  core::Reg reg = build_.fresh(type);
  build_.emit(core::Join{reg, thread}, "join");
  return {core::reg_expr(reg, type), reg, nullptr};
}

Value Elaborator::known_self(KnownCall& known) {
  core::Type type = type_of(known.call->getType());
  core::Reg reg = build_.fresh(type);
  build_.emit(core::Self{reg});
  return {core::reg_expr(reg, type), std::nullopt, nullptr};
}

Value Elaborator::known_end_thread(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (program_.linker.uses("atexit") || program_.destructors)
    call_library("__fencepost_thread_leaves", {}, std::nullopt);
  build_.emit(core::EndThread{args.empty() || !args[0].expr ? nullptr : build_.bind(args[0].expr)}, known.name);
  return {};
}

Value Elaborator::known_await(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1) return known_unsupported(known);
  build_.emit(core::Await{build_.bind(truth_of(args[0], known.call->getArg(0)->getType()))},
              text_of(known.call->getArg(0)));
  return {};
}

// A function that is an atomic section as a whole stays one to its end, whatever sections it begins and ends inside.
bool Elaborator::inside_section() const { return definition_ && is_atomic_section(definition_); }

Value Elaborator::known_atomic_begin(KnownCall& known) {
  arguments(known.call);
  if (!inside_section()) build_.emit(core::AtomicBegin{});
  if (!is_scalar(known.call->getType())) return {};  // an implicit declaration returns int
  return {core::constant(0, type_of(known.call->getType())), std::nullopt, nullptr};
}

Value Elaborator::known_atomic_end(KnownCall& known) {
  arguments(known.call);
  if (!inside_section()) build_.emit(core::AtomicEnd{});
  if (!is_scalar(known.call->getType())) return {};
  return {core::constant(0, type_of(known.call->getType())), std::nullopt, nullptr};
}

// __fencepost_check("id", condition): a check of the table in core/undef.def.
Value Elaborator::known_check(KnownCall& known) {
  if (known.call->getNumArgs() != 2) return known_unsupported(known);
  std::optional<Undef> kind = core::undef_by_id(literal_text(known.call->getArg(0)));
  if (!kind) return known_unsupported(known);
  if (!checks(*kind)) return {};  // a check that is off does not evaluate its condition
  ExprPtr truth = condition(known.call->getArg(1));
  at(known.call);
  std::string model = definition_ ? definition_->getNameAsString() : "";
  check(*kind, truth, model.starts_with("__") ? "" : model);
  return {};
}

// The models' own read-modify-writes of an int. Unlike the standard's compare-exchange they need no object for the
// expected value, so each is one event.
Value Elaborator::known_rmw(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  Builder::AsCall as_call(build_);
  clang::QualType value_type = known.call->getArg(0)->getType()->getPointeeType();
  core::Type type = type_of(value_type);
  Lvalue object = dereference(args[0], value_type, text_of(known.call->getArg(0)));
  check_access(object, core::constant(type.bytes, size_type()), type.bytes, true);
  core::Reg reg = build_.fresh(type);
  ExprPtr old = core::reg_expr(reg, type), condition_value, next;
  auto compare = [&](ExprOp op, ExprPtr a, ExprPtr b) {
    return core::make(op, core::boolean_type(), {std::move(a), std::move(b)});
  };
  auto operand = [&](size_t i) { return build_.bind(use(args[i], "operand")); };
  bool tries = known.name.starts_with("__fencepost_try_");
  if (known.name.ends_with("_exchange")) {
    condition_value = compare(ExprOp::eq, old, operand(1));
    next = operand(2);
  } else if (known.name.ends_with("_add_if_at_least")) {
    condition_value = compare(ExprOp::le, operand(1), old);
    next = core::make(ExprOp::add, type, {old, operand(2)});
  } else if (known.name == "__fencepost_add_unless") {
    condition_value = compare(ExprOp::ne, old, operand(1));
    next = core::make(ExprOp::add, type, {old, operand(2)});
  } else {  // __fencepost_release_shared
    ExprPtr zero = core::constant(0, type), one = core::constant(1, type);
    next = core::make(ExprOp::select, type,
                      {compare(ExprOp::lt, zero, old), core::make(ExprOp::sub, type, {old, one}), zero});
  }
  core::MemoryOrder order = memory_order(known.call->getArg(known.call->getNumArgs() - 1));
  std::optional<core::MemoryOrder> failure;
  if (tries) {
    failure = core::MemoryOrder::relaxed;
    note_weak_order(fmt::format("`{}` orders nothing if it fails", definition_->getNameAsString()));
  }
  build_.emit(core::Rmw{reg, build_.bind(object.ptr), type, condition_value, next, order, failure}, object.text);
  return {old, reg, nullptr};
}

Value Elaborator::known_look(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  Builder::AsCall as_call(build_);
  clang::QualType value_type = known.call->getArg(0)->getType()->getPointeeType();
  core::Type type = type_of(value_type);
  Lvalue object = dereference(args[0], value_type, text_of(known.call->getArg(0)));
  check_access(object, core::constant(type.bytes, size_type()), type.bytes, false);
  note_weak_order(fmt::format("`{}` orders nothing", definition_->getNameAsString()));
  core::Reg reg = build_.fresh(type);
  build_.emit(core::Load{reg, build_.bind(object.ptr), type, {}, core::MemoryOrder::relaxed, false}, object.text);
  return {core::reg_expr(reg, type), reg, nullptr};
}

Value Elaborator::known_is_specified(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  Builder::AsCall as_call(build_);
  const Expr* pointer_expr = known.call->getArg(0)->IgnoreParenImpCasts();
  clang::QualType value_type = pointer_expr->getType()->getPointeeType();
  Value value = load(dereference(args[0], value_type.getUnqualifiedType(), text_of(pointer_expr)));
  return bool_value(core::make(ExprOp::specified, core::boolean_type(), {value.expr}), known.call->getType());
}

Value Elaborator::known_checks(KnownCall& known) {
  std::optional<Undef> kind = core::undef_by_id(literal_text(known.call->getArg(0)));
  if (!kind) return known_unsupported(known);
  return bool_value(core::truth(checks(*kind)), known.call->getType());
}

Value Elaborator::known_is_one_run(KnownCall& known) {
  return bool_value(core::truth(program_.options.shows_output), known.call->getType());
}

Value Elaborator::known_own_types(KnownCall& known) {
  return bool_value(core::truth(!program_.linker.has_foreign_types()), known.call->getType());
}

Value Elaborator::known_uses(KnownCall& known) {
  return bool_value(core::truth(program_.linker.uses(literal_text(known.call->getArg(0)))), known.call->getType());
}

Value Elaborator::known_unsupported_text(KnownCall& known) {
  std::string text = known.call->getNumArgs() == 1 ? literal_text(known.call->getArg(0)) : known.name;
  return unsupported_value(known.call, text);
}

// Programs start threads, by a cast or without a prototype, with functions that do not take and return a pointer.
// Such a function is called by a wrapper of the right type. Returns the function to start the thread with.
ExprPtr Elaborator::thread_start(const Expr* argument, ExprPtr value, bool returns_int) {
  const clang::FunctionDecl* named = named_function(argument);
  const clang::FunctionDecl* start = named ? program_.linker.definition(named) : nullptr;
  if (start && start->isVariadic()) unsupported(argument, "a thread that starts at a variadic function");
  if (!start || start->isVariadic()) return value;
  core::Type wanted = returns_int ? core::int_type(32, true) : pointer();
  clang::QualType result = start->getReturnType();
  bool same_result = is_scalar(result) && type_of(result) == wanted;
  bool same_param = start->getNumParams() == 1 && start->getParamDecl(0)->getType()->isAnyPointerType();
  const clang::ASTContext& ast = start->getASTContext();
  clang::QualType exact = ast.getFunctionType(returns_int ? ast.IntTy : ast.VoidPtrTy, {ast.VoidPtrTy}, {});
  std::string signature = program_.linker.signature(ast, exact);
  if (same_result && same_param && program_.linker.signature(ast, start->getType()) == signature) return value;
  check(Undef::thread_function, core::truth(false), start->getNameAsString());
  if (start->getNumParams() > 1 || result->isRecordType()) return value;
  if (start->getNumParams() == 1 && !is_scalar(start->getParamDecl(0)->getType())) return value;

  core::FunctionId callee = program_.linker.function(start);
  auto [it, fresh] = program_.thread_starts.try_emplace({callee, returns_int});
  if (!fresh) return core::function_expr(it->second, pointer());
  core::Function function;
  function.name = start->getNameAsString() + ".start";
  function.defined = true;
  function.library = true;
  function.signature = std::move(signature);
  function.result = wanted;
  function.pos = fencepost::frontend::position(start);
  Elaborator inner(program_, function, ast);
  Builder& build = inner.build_;
  build.at(function.pos);
  core::Reg param = build.fresh(pointer(), "argument");
  function.params.push_back(param);
  core::Call call{std::nullopt, core::function_expr(callee, pointer()), {}};
  Value passed{core::reg_expr(param, pointer()), std::nullopt, nullptr};
  if (start->getNumParams() == 1) {
    clang::QualType param_type = passed_type(start, 0).getUnqualifiedType();
    call.args.push_back(build.bind(inner.convert(passed, ast.VoidPtrTy, param_type).expr));
  }
  ExprPtr returned;
  if (is_scalar(result)) call.reg = build.fresh(type_of(result));
  std::optional<core::Reg> reg = call.reg;
  build.emit(std::move(call), function.name);
  if (reg) {
    Value value_of{core::reg_expr(*reg, type_of(result)), std::nullopt, nullptr};
    bool fits = type_of(result) == wanted;
    returned = fits ? value_of.expr
                    : build.bind(inner.convert(value_of, result, returns_int ? ast.IntTy : ast.VoidPtrTy).expr);
  }
  build.emit(core::Return{returned});
  it->second = static_cast<core::FunctionId>(program_.program.functions.size());
  program_.program.functions.push_back(std::move(function));
  return core::function_expr(it->second, pointer());
}

}  // namespace fencepost::frontend
