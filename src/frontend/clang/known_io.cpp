// Input and output (C11 7.21): what they read from memory is checked, what they return is arbitrary.
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"
#include "frontend/clang/formats.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

namespace {

// The literal that a format is, behind casts, constant arrays and constant pointers; null: none, or one of several.
const clang::StringLiteral* literal_behind(const clang::Expr* format) {
  format = format->IgnoreParenCasts();
  if (const auto* literal = llvm::dyn_cast<clang::StringLiteral>(format)) return literal;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(format);
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (!variable || !variable->getInit()) return nullptr;
  clang::QualType type = variable->getType();
  bool is_constant = type->isArrayType() ? type->getAsArrayTypeUnsafe()->getElementType().isConstQualified()
                                         : type.isConstQualified() && type->isPointerType();
  return is_constant ? literal_behind(variable->getInit()) : nullptr;
}

}  // namespace

// Reading a string to its end is what strlen does; its model has the checks.
void Elaborator::read_string(const Value& value) {
  const clang::FunctionDecl* length = library_twin("strlen");
  if (!length) return;
  core::Reg reg = build_.fresh(size_type());
  build_.emit(
      core::Call{
          reg, core::function_expr(program_.linker.function(length), pointer()), {build_.bind(use(value, "string"))}},
      "strlen");
}

// `stream`: the number of the argument that names it; -1: standard output. Others are not shown.
void Elaborator::print(const clang::CallExpr* call_expr, int stream, std::string format, std::vector<Value> args) {
  if (!program_.options.shows_output) return;
  if (stream >= 0) {
    std::string name = text_of(call_expr->getArg(static_cast<unsigned>(stream))->IgnoreParenImpCasts());
    if (name != "stdout" && name.find("__fencepost_stdout") == std::string::npos) return;
  }
  core::Print shown{std::move(format), {}};
  for (const Value& value : args)
    if (value.expr) shown.args.push_back(build_.bind(value.expr));
  build_.emit(std::move(shown));
}

// A value from `least` on, up to `most`, or EOF.
Value Elaborator::choose_or_eof(KnownCall& known, core::SignedBits least, core::SignedBits most) {
  Value value = choose(known.call->getType(), known.name + "()");
  const core::Type& type = value.expr->type;
  auto number = [&](core::SignedBits n) { return core::constant(static_cast<core::Bits>(n), type); };
  auto holds = [](ExprOp op, ExprPtr a, ExprPtr b) { return core::make(op, core::boolean_type(), {a, b}); };
  ExprPtr inside =
      core::log_and(holds(ExprOp::le, number(least), value.expr), holds(ExprOp::le, value.expr, number(most)));
  build_.emit(core::Assume{build_.bind(
      core::make(ExprOp::log_or, core::boolean_type(), {inside, holds(ExprOp::eq, value.expr, number(-1))}))});
  return value;
}

// Not negative, or EOF (7.21.7.4p3, 7.21.7.9p3).
Value Elaborator::known_puts(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.empty() || !known.call->getType()->isIntegerType()) return known_unsupported(known);
  read_string(args[0]);
  print(known.call, args.size() > 1 ? 1 : -1, args.size() > 1 ? "%s" : "%s\n", {args[0]});
  return choose_or_eof(known, 0, INT32_MAX);
}

// An unsigned char or EOF (7.21.7.1p2).
Value Elaborator::known_getchar(KnownCall& known) {
  arguments(known.call);
  if (!known.call->getType()->isIntegerType()) return known_unsupported(known);
  return choose_or_eof(known, 0, 255);
}

// The character that was written, as an unsigned char, or EOF (7.21.7.3p3).
Value Elaborator::known_putchar(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.empty() || !known.call->getType()->isIntegerType()) return known_unsupported(known);
  for (size_t i = 1; i < args.size(); ++i) use(args[i], "argument");
  ExprPtr written = core::make(ExprOp::int_cast, core::int_type(8, false), {use(args[0], "character")});
  print(known.call, args.size() > 1 ? 1 : -1, "%c", {args[0]});
  core::Type type = type_of(known.call->getType());
  core::Reg fails = build_.fresh(core::boolean_type());
  build_.emit(core::Choose{fails, core::boolean_type()}, known.name + " fails");
  ExprPtr result =
      core::make(ExprOp::select, type,
                 {core::reg_expr(fails, core::boolean_type()), core::constant(static_cast<core::Bits>(-1), type),
                  core::make(ExprOp::int_cast, type, {written})});
  return {build_.bind(result), std::nullopt, nullptr};
}

// What an argument is for: read a string, receive a count, or a number to be shown.
void Elaborator::print_argument(const Conversion& conversion, const Value& value, const Expr* argument) {
  if (conversion.letter == 's' && conversion.length.empty() && !conversion.has_precision) read_string(value);
  if (conversion.letter != 'n') return;
  clang::QualType type = argument->getType()->getPointeeType();
  store(dereference(value, type, text_of(argument)), choose(type, "%n"), false);
}

Value Elaborator::known_print(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  for (const Value& value : args)
    if (value.expr) use(value, "argument");
  bool names_stream = known.name.find("fprintf") != std::string::npos || known.name == "dprintf";
  size_t first = names_stream ? 2 : 1;
  if (known.name.ends_with("_chk")) ++first;  // a flag before the format
  if (args.size() < first) return known_unsupported(known);
  const clang::StringLiteral* literal = literal_behind(known.call->getArg(static_cast<unsigned>(first - 1)));
  Builder::AsCall as_call(build_);
  if (!literal || !literal->isOrdinary()) {
    read_string(args[first - 1]);
    if (checks(core::Undef::bad_argument)) unsupported(known.call, "a format that is no literal");
    return choose(known.call->getType(), known.name + "()");
  }
  Format format = parse_printf(literal->getString());
  if (!format.unsupported.empty()) unsupported(known.call, format.unsupported);
  check(core::Undef::bad_argument, core::truth(format.problem.empty()), format.problem);
  check(core::Undef::bad_argument, core::truth(format.conversions.size() + first <= args.size()),
        "too few arguments for the format");
  for (size_t i = 0; i < format.conversions.size() && first + i < args.size(); ++i) {
    const Conversion& conversion = format.conversions[i];
    const Expr* argument = known.call->getArg(static_cast<unsigned>(first + i));
    bool fits = fits_printf(conversion, argument->getType(), context_);
    check(
        core::Undef::bad_argument, core::truth(fits),
        fmt::format("`{}` for %{}{}", text_of(argument->IgnoreParenImpCasts()), conversion.length, conversion.letter));
    if (fits) print_argument(conversion, args[first + i], argument);
  }
  if (known.name != "dprintf")
    print(known.call, names_stream ? 0 : -1, "", {args.begin() + static_cast<std::ptrdiff_t>(first - 1), args.end()});
  return choose(known.call->getType(), known.name + "()");
}

// Each pointer argument receives an arbitrary value of its type; the number converted is arbitrary too, so a target may
// keep its old value.
Value Elaborator::known_scanf(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  Builder::AsCall as_call(build_);
  const clang::StringLiteral* literal = args.empty() ? nullptr : literal_behind(known.call->getArg(0));
  if (!literal || !literal->isOrdinary()) return unsupported_value(known.call, "a format that is no literal");
  Format format = parse_scanf(literal->getString());
  if (!format.unsupported.empty()) return unsupported_value(known.call, format.unsupported);
  check(core::Undef::bad_argument, core::truth(format.problem.empty()), format.problem);
  check(core::Undef::bad_argument, core::truth(format.conversions.size() < args.size()),
        "too few arguments for the format");
  for (unsigned i = 1; i < args.size() && i <= format.conversions.size(); ++i) {
    const Conversion& conversion = format.conversions[i - 1];
    clang::QualType type = known.call->getArg(i)->getType();
    bool fits = fits_scanf(conversion, type, context_);
    check(core::Undef::bad_argument, core::truth(fits),
          fmt::format("`{}` for %{}{}", text_of(known.call->getArg(i)->IgnoreParenImpCasts()), conversion.length,
                      conversion.letter));
    bool is_number = fits && is_scalar(type->getPointeeType()) && !type->getPointeeType()->isAnyPointerType() &&
                     !type->getPointeeType()->isVoidType() && !llvm::StringRef("cCsS[").contains(conversion.letter);
    if (!is_number) return known_unsupported(known);
    core::Reg given = build_.fresh(core::boolean_type());
    build_.emit(core::Choose{given, core::boolean_type()}, known.name + " converts");
    core::Block body = build_.capture([&] {
      store(dereference(args[i], type->getPointeeType(), text_of(known.call->getArg(i))),
            choose(type->getPointeeType(), known.name), false);
    });
    build_.emit(core::If{core::reg_expr(given, core::boolean_type()), std::move(body), {}});
  }
  return choose(known.call->getType(), known.name + "()");
}

}  // namespace fencepost::frontend
