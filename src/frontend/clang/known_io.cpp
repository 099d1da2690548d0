// Output (C11 7.21.6.1, 7.21.7): reads of memory are checked, and the result is any value that C allows.
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"
#include "frontend/clang/formats.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

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
  const clang::StringLiteral* literal = is_constant ? literal_behind(variable->getInit()) : nullptr;
  // `const char f[2] = "%d"` holds no string (6.7.9p14).
  const auto* array = llvm::dyn_cast_or_null<clang::ConstantArrayType>(type->getAsArrayTypeUnsafe());
  if (!literal || !array || !literal->isOrdinary() || array->getSize().ugt(literal->getLength())) return literal;
  bool has_end = literal->getString().take_front(array->getSize().getZExtValue()).contains('\0');
  return has_end ? literal : nullptr;
}

// The format `c ? "%d file" : "%d files"` is one of several literals; which one is decided by comparing the pointer.
Value Elaborator::by_format(const Expr* format, const Value& given, core::Type result, const Printer& print) {
  const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(format->IgnoreParenCasts());
  const Expr* first = choice ? choice->getTrueExpr()->IgnoreParenCasts() : nullptr;
  const auto* literal = llvm::dyn_cast_or_null<clang::StringLiteral>(first);
  if (!literal) return print(literal_behind(format));
  core::Reg reg = build_.fresh(result);
  auto captured = [&](const std::function<Value()>& body) {
    return build_.capture([&] {
      if (Value value = body(); value.expr) build_.emit(core::Let{reg, value.expr});
    });
  };
  core::Block as_first = captured([&] { return print(literal); });
  core::Block otherwise = captured([&] { return by_format(choice->getFalseExpr(), given, result, print); });
  ExprPtr is_first = core::make(ExprOp::ptr_same_object, core::boolean_type(), {given.expr, string_literal(literal)});
  build_.emit(core::If{build_.bind(is_first), std::move(as_first), std::move(otherwise)});
  return {core::reg_expr(reg, result), std::nullopt, nullptr};
}

// A function of our library, for its checks or its value.
ExprPtr Elaborator::call_library(const char* name, std::vector<ExprPtr> args, std::optional<core::Type> result) {
  const clang::FunctionDecl* model = library_model(name);
  if (!model) return nullptr;
  core::Call made;
  made.callee = core::function_expr(program_.linker.function(model), pointer());
  for (ExprPtr& arg : args) made.args.push_back(build_.bind(std::move(arg)));
  if (result) made.reg = build_.fresh(*result);
  std::optional<core::Reg> reg = made.reg;
  build_.emit(std::move(made), name);
  return reg ? core::reg_expr(*reg, *result) : nullptr;
}

// Reading a string to its end is what strlen does; its model has the checks.
ExprPtr Elaborator::read_string(const Value& value) {
  return call_library("strlen", {use(value, "string")}, size_type());
}

// Does writing fail? This is a choice. A null stream is standard output, whose model is called only if the program
// could observe its state.
ExprPtr Elaborator::write_stream(KnownCall& known, const Value* stream) {
  core::Type type = type_of(context_.IntTy);
  const Linker& linker = program_.linker;
  bool is_told = stream;
  for (const char* name : {"fclose", "ferror", "feof", "__fencepost_errno", "__errno_location"})
    is_told = is_told || linker.uses(name);
  if (!is_told) {
    core::Reg fails = build_.fresh(core::boolean_type());
    build_.emit(core::Choose{fails, core::boolean_type()}, known.name + " fails");
    return core::reg_expr(fails, core::boolean_type());
  }
  ExprPtr fails = stream ? call_library("__fencepost_write_stream", {use(*stream, "stream")}, type)
                         : call_library("__fencepost_write_output", {}, type);
  return build_.bind(core::make(ExprOp::ne, core::boolean_type(), {fails, core::constant(0, type)}));
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

//: puts fputs | a string; an open stream | not negative, or EOF
//: putchar putc fputc | an open stream | the character or EOF
// Not negative, or EOF (7.21.7.4p3, 7.21.7.9p3).
Value Elaborator::known_puts(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.empty() || !known.call->getType()->isIntegerType()) return known_unsupported(known);
  ExprPtr fails = write_stream(known, args.size() > 1 ? &args[1] : nullptr);
  read_string(args[0]);
  print(known.call, args.size() > 1 ? 1 : -1, args.size() > 1 ? "%s" : "%s\n", {args[0]});
  Value any = choose(known.call->getType(), known.name + "()");
  const core::Type& type = any.expr->type;
  ExprPtr count = core::make(ExprOp::bit_and, type, {any.expr, core::constant(INT32_MAX, type)});
  ExprPtr end = core::constant(static_cast<core::Bits>(-1), type);
  return {build_.bind(core::make(ExprOp::select, type, {fails, end, count})), std::nullopt, nullptr};
}

// The character that was written, as an unsigned char, or EOF (7.21.7.3p3).
Value Elaborator::known_putchar(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.empty() || !known.call->getType()->isIntegerType()) return known_unsupported(known);
  ExprPtr fails = write_stream(known, args.size() > 1 ? &args[1] : nullptr);
  ExprPtr written = core::make(ExprOp::int_cast, core::int_type(8, false), {use(args[0], "character")});
  print(known.call, args.size() > 1 ? 1 : -1, "%c", {args[0]});
  core::Type type = type_of(known.call->getType());
  ExprPtr end = core::constant(static_cast<core::Bits>(-1), type);
  ExprPtr result = core::make(ExprOp::select, type, {fails, end, core::make(ExprOp::int_cast, type, {written})});
  return {build_.bind(result), std::nullopt, nullptr};
}

//: printf fprintf dprintf | the format; number and types of arguments; strings; an open stream | the number of characters, or negative
//- dprintf | what it writes is not shown
// How many characters are written: from `least` to `most`, if there is a limit.
struct Elaborator::Written {
  ExprPtr least, most;
  bool has_limit = true;
};

// What printf does with an argument: it reads a string, stores a count, or shows a number.
void Elaborator::print_argument(const Conversion& conversion, const Value* precision, const Value& value,
                                const Expr* argument, Written& written) {
  auto number = [&](uint64_t n) { return core::constant(n, size_type()); };
  auto at_least = [&](ExprPtr a, const ExprPtr& b) {
    ExprPtr less = core::make(ExprOp::lt, core::boolean_type(), {a, b});
    return build_.bind(core::make(ExprOp::select, size_type(), {build_.bind(less), b, a}));
  };
  auto add = [&](ExprPtr least, ExprPtr most) {
    ExprPtr width = number(conversion.width.value_or(0));
    written.least = build_.bind(core::make(ExprOp::add, size_type(), {written.least, at_least(least, width)}));
    written.most = build_.bind(core::make(ExprOp::add, size_type(), {written.most, at_least(most, width)}));
  };
  if (conversion.width_given) written.has_limit = false;
  bool is_wide = !conversion.length.empty() || conversion.letter == 'C' || conversion.letter == 'S';
  if (conversion.letter == 'n') {
    clang::QualType type = argument->getType()->getPointeeType();
    Value count{core::make(ExprOp::int_cast, type_of(type), {choose_written(written, "%n")}), std::nullopt, nullptr};
    store(dereference(value, type, text_of(argument)), {build_.bind(count.expr), std::nullopt, nullptr}, false);
  } else if (conversion.letter == 's' || conversion.letter == 'S') {
    core::Type type = type_of(context_.IntTy);
    ExprPtr limit = precision                  ? use(*precision, "precision")
                    : conversion.has_precision ? core::constant(*conversion.precision, type)
                                               : core::constant(static_cast<core::Bits>(-1), type);
    const char* model = is_wide ? "__fencepost_wide_shown" : "__fencepost_shown";
    ExprPtr length = conversion.has_precision || is_wide
                         ? call_library(model, {use(value, "string"), limit}, size_type())
                         : read_string(value);
    add(length, length);
    written.has_limit = written.has_limit && !is_wide;
  } else if (conversion.letter == 'c' && !is_wide) {
    add(number(1), number(1));
  } else if (llvm::StringRef("diouxX").contains(conversion.letter) && !conversion.has_precision) {
    uint64_t octal_digits = (type_of(argument->getType()).bits + 2) / 3;
    add(number(1), number(octal_digits + 3));  // and a sign or a prefix
  } else {
    add(number(0), number(0));
    written.has_limit = false;
  }
}

// A number of characters that may have been written.
ExprPtr Elaborator::choose_written(const Written& written, const std::string& what) {
  if (written.has_limit && core::is_constant(written.least) && core::is_constant(written.most) &&
      written.least->value == written.most->value)
    return written.least;
  core::Reg reg = build_.fresh(size_type());
  build_.emit(core::Choose{reg, size_type()}, what);
  ExprPtr any = core::reg_expr(reg, size_type());
  auto holds = [](ExprOp op, ExprPtr a, ExprPtr b) { return core::make(op, core::boolean_type(), {a, b}); };
  ExprPtr most = written.has_limit ? written.most : core::constant(INT32_MAX, size_type());
  ExprPtr inside = core::log_and(holds(ExprOp::le, written.least, any), holds(ExprOp::le, any, most));
  return build_.bind(core::make(ExprOp::select, size_type(), {build_.bind(inside), any, written.least}));
}

// The number of characters, or a negative number (7.21.6.1p14).
Value Elaborator::printed(KnownCall& known, const Written& written, const ExprPtr& fails) {
  clang::QualType type = known.call->getType();
  if (!type->isIntegerType()) return known_unsupported(known);
  Value any = choose(type, known.name + "()");
  ExprPtr count = core::make(ExprOp::int_cast, type_of(type), {choose_written(written, known.name + "()")});
  ExprPtr sign = core::constant(core::Bits{1} << (any.expr->type.bits - 1), any.expr->type);
  ExprPtr failure = core::make(ExprOp::bit_or, any.expr->type, {any.expr, sign});
  return {build_.bind(core::make(ExprOp::select, type_of(type), {fails, failure, count})), std::nullopt, nullptr};
}

void Elaborator::check_format(const Format& format, size_t count) {
  check(core::Undef::bad_argument, core::truth(format.problem.empty()), format.problem);
  check(core::Undef::bad_argument, core::truth(format.conversions.size() <= count), "too few arguments for the format");
}

bool Elaborator::check_argument(const Conversion& conversion, const Value& value, const Expr* argument) {
  bool fits = fits_printf(conversion, argument->getType(), context_);
  std::string text =
      fmt::format("`{}` for %{}{}", text_of(argument->IgnoreParenImpCasts()), conversion.length, conversion.letter);
  check(core::Undef::bad_argument, core::truth(fits), text);
  // As for va_arg (7.16.1.1p2): of another signedness it has a value of both types, or points to void or characters.
  if (!fits || !checks(core::Undef::loose_argument)) return fits;
  if (conversion.letter == 'p') {
    clang::QualType to = argument->getType()->getPointeeType();
    bool is_void = to.isNull() || to->isVoidType() || to->isCharType();
    check(core::Undef::loose_argument, core::truth(is_void), text);
  } else if (llvm::StringRef("*dicouxX").contains(conversion.letter) &&
             conversion.length.find('h') == std::string::npos) {
    bool wants_sign = llvm::StringRef("*dic").contains(conversion.letter);
    ExprPtr given = use(value, "argument");
    if (wants_sign == argument->getType()->isSignedIntegerOrEnumerationType()) return fits;
    ExprPtr shown = core::make(ExprOp::int_cast, core::int_type(given->type.bits, true), {given});
    ExprPtr zero = core::constant(0, shown->type);
    check(core::Undef::loose_argument, core::make(ExprOp::le, core::boolean_type(), {zero, shown}), text);
  }
  return fits;
}

Value Elaborator::known_print(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  for (const Value& value : args)
    if (value.expr) use(value, "argument");
  bool names_stream = known.name.find("fprintf") != std::string::npos || known.name == "dprintf";
  size_t first = names_stream ? 2 : 1;
  if (known.name.ends_with("_chk")) ++first;  // a flag before the format
  if (args.size() < first) return known_unsupported(known);
  if (!known.call->getType()->isIntegerType()) return known_unsupported(known);
  bool is_stream = names_stream && known.name != "dprintf";
  Builder::AsCall as_call(build_);
  ExprPtr fails = write_stream(known, is_stream ? &args[0] : nullptr);
  return by_format(known.call->getArg(static_cast<unsigned>(first - 1)), args[first - 1],
                   type_of(known.call->getType()), [&](const clang::StringLiteral* literal) {
                     return print_by(known, args, first, names_stream ? 0 : -1, literal, fails);
                   });
}

Value Elaborator::print_by(KnownCall& known, const std::vector<Value>& args, size_t first, int stream,
                           const clang::StringLiteral* literal, const ExprPtr& fails) {
  ExprPtr none = core::constant(0, size_type());
  Written written{none, none};
  if (!literal || !literal->isOrdinary()) {
    read_string(args[first - 1]);
    if (checks(core::Undef::bad_argument)) unsupported(known.call, "a format that is no literal");
    return printed(known, {none, none, false}, fails);
  }
  auto add_text = [&](const std::string& written_text) {
    ExprPtr text = core::constant(written_text.size(), size_type());
    for (ExprPtr* sum : {&written.least, &written.most})
      *sum = build_.bind(core::make(ExprOp::add, size_type(), {*sum, text}));
  };
  Format format = parse_printf(literal->getString());
  if (!format.unsupported.empty()) unsupported(known.call, format.unsupported);
  check_format(format, args.size() - first);
  for (size_t i = 0; i < format.conversions.size() && first + i < args.size(); ++i) {
    const Conversion& conversion = format.conversions[i];
    const Expr* argument = known.call->getArg(static_cast<unsigned>(first + i));
    bool fits = check_argument(conversion, args[first + i], argument);
    add_text(conversion.text_before);
    if (!fits) written.has_limit = false;
    if (!fits || conversion.letter == '*') continue;
    const Value* precision = conversion.precision_given ? &args[first + i - 1] : nullptr;
    print_argument(conversion, precision, args[first + i], argument, written);
  }
  add_text(format.text_after);
  if (format.prints_more) written.has_limit = false;
  if (known.name != "dprintf")
    print(known.call, stream, "", {args.begin() + static_cast<std::ptrdiff_t>(first - 1), args.end()});
  return printed(known, written, fails);
}

}  // namespace fencepost::frontend
