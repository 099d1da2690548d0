// Formatted input (C11 7.21.6.2): what is read is arbitrary, and arguments receive something if as many conversions were made.
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"
#include "frontend/clang/formats.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

//: scanf fscanf | the format; number and types of arguments; room for texts | what is read, how much is converted, EOF
// What one conversion stores. Texts are what the models in library/stdio.c make up.
bool Elaborator::scan_argument(const Conversion& conversion, const Value& value, const Expr* argument) {
  clang::QualType type = argument->getType()->getPointeeType();
  ExprPtr to = value.expr;
  if (conversion.letter == 'c' && conversion.length.empty()) {
    ExprPtr count = core::constant(conversion.width.value_or(1), size_type());
    call_library("__fencepost_scan_characters", {use(value, "pointer"), count}, std::nullopt);
    return true;
  }
  if (conversion.letter == 's' && conversion.length.empty()) {
    ExprPtr limit = conversion.width ? core::constant(*conversion.width, size_type())
                                     : core::make(ExprOp::bit_not, size_type(), {core::constant(0, size_type())});
    call_library("__fencepost_scan_word", {use(value, "pointer"), limit}, std::nullopt);
    return true;
  }
  bool is_number = is_scalar(type) && !type->isAnyPointerType() && !type->isVoidType() &&
                   !llvm::StringRef("cCsS[").contains(conversion.letter);
  if (is_number) store(dereference(value, type, text_of(argument)), choose(type, "scanf"), false);
  return is_number;
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

Value Elaborator::known_scanf(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  Builder::AsCall as_call(build_);
  unsigned first = known.name.find("fscanf") != std::string::npos ? 2 : 1;
  if (args.size() < first || !known.call->getType()->isIntegerType()) return known_unsupported(known);
  const clang::StringLiteral* literal = literal_behind(known.call->getArg(first - 1));
  if (!literal || !literal->isOrdinary()) return unsupported_value(known.call, "a format that is no literal");
  Format format = parse_scanf(literal->getString());
  if (!format.unsupported.empty()) return unsupported_value(known.call, format.unsupported);
  check(core::Undef::bad_argument, core::truth(format.problem.empty()), format.problem);
  check(core::Undef::bad_argument, core::truth(format.conversions.size() + first <= args.size()),
        "too few arguments for the format");
  core::SignedBits assigned = 0;  // conversions before this one that count
  for (const Conversion& conversion : format.conversions) assigned += conversion.letter == 'n' ? 0 : 1;
  core::Type type = type_of(known.call->getType());
  ExprPtr stream = first == 2 ? build_.bind(use(args[0], "stream")) : nullptr;
  ExprPtr is_at_end = stream ? call_library("__fencepost_scan_stream", {stream}, type)
                             : call_library("__fencepost_scan_input", {}, type);
  Value made = choose_or_eof(known, 0, assigned);
  if (assigned > 0) {  // at the end, it finds nothing
    auto is = [&](const ExprPtr& value, core::SignedBits number) {
      return core::make(ExprOp::eq, core::boolean_type(),
                        {value, core::constant(static_cast<core::Bits>(number), type)});
    };
    ExprPtr found = core::make(ExprOp::log_or, core::boolean_type(), {is(is_at_end, 0), is(made.expr, -1)});
    build_.emit(core::Assume{build_.bind(found)});
  }
  assigned = 0;
  for (unsigned i = 0; i < format.conversions.size() && first + i < args.size(); ++i) {
    const Conversion& conversion = format.conversions[i];
    const Expr* argument = known.call->getArg(first + i);
    bool fits = fits_scanf(conversion, argument->getType(), context_);
    check(
        core::Undef::bad_argument, core::truth(fits),
        fmt::format("`{}` for %{}{}", text_of(argument->IgnoreParenImpCasts()), conversion.length, conversion.letter));
    if (!fits) return known_unsupported(known);
    bool counts = conversion.letter != 'n';
    ExprPtr before = core::constant(static_cast<core::Bits>(assigned), type);
    ExprPtr given = core::make(counts ? ExprOp::lt : ExprOp::le, core::boolean_type(), {before, made.expr});
    if (!counts) {  // what stands between it and the conversion before may not be there
      core::Reg reached = build_.fresh(core::boolean_type());
      build_.emit(core::Choose{reached, core::boolean_type()}, known.name + " reaches %n");
      given = core::log_and(given, core::reg_expr(reached, core::boolean_type()));
    }
    assigned += counts ? 1 : 0;
    bool understood = true;
    core::Block body = build_.capture([&] { understood = scan_argument(conversion, args[first + i], argument); });
    if (!understood) return known_unsupported(known);
    build_.emit(core::If{build_.bind(given), std::move(body), {}});
  }
  if (stream)
    call_library("__fencepost_scanned", {stream, made.expr}, std::nullopt);
  else
    call_library("__fencepost_scanned_input", {made.expr}, std::nullopt);
  return made;
}

}  // namespace fencepost::frontend
