// Formatted input (C11 7.21.6.2): what is read is arbitrary, and arguments receive something if as many conversions were made.
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"
#include "frontend/clang/formats.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

//- scanf fscanf | a run does not read the host's input; the texts and the end of what they read are compared
//: scanf fscanf | the format; number and types of arguments; room for texts | what is read, how much is converted, EOF
// What one conversion stores. Texts are what the models in library/stdio.c make up.
bool Elaborator::scan_argument(const Conversion& conversion, const Value& value, const Expr* argument, uint64_t read) {
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
  if (conversion.letter == 'n') {  // at least one character a conversion
    Value any = choose(type, "scanf");
    ExprPtr least = core::constant(read, any.expr->type);
    ExprPtr less = core::make(ExprOp::lt, core::boolean_type(), {any.expr, least});
    ExprPtr count = core::make(ExprOp::select, any.expr->type, {build_.bind(less), least, any.expr});
    store(dereference(value, type, text_of(argument)), {build_.bind(count), std::nullopt, nullptr}, false);
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

// The format, and checks of what it demands; its arguments begin with that of the number `first`.
Format Elaborator::scan_format(KnownCall& known, unsigned first) {
  Format format;
  unsigned count = known.call->getNumArgs();
  format.unsupported = fmt::format("the function `{}`", known.name);
  if (count < first || !known.call->getType()->isIntegerType()) return format;
  const clang::StringLiteral* literal = literal_behind(known.call->getArg(first - 1));
  format.unsupported = "a format that is no literal";
  if (!literal || !literal->isOrdinary()) return format;
  format = parse_scanf(literal->getString());
  if (!format.unsupported.empty()) return format;
  check(core::Undef::bad_argument, core::truth(format.problem.empty()), format.problem);
  check(core::Undef::bad_argument, core::truth(format.assigned + first <= count), "too few arguments for the format");
  unsigned next = first;
  for (const Conversion& conversion : format.conversions) {
    if (conversion.is_suppressed || next >= count) continue;
    const Expr* argument = known.call->getArg(next++);
    bool fits = fits_scanf(conversion, argument->getType(), context_);
    check(
        core::Undef::bad_argument, core::truth(fits),
        fmt::format("`{}` for %{}{}", text_of(argument->IgnoreParenImpCasts()), conversion.length, conversion.letter));
    if (!fits) format.problem = "an argument";
  }
  if (!format.problem.empty() || format.assigned + first > count) format.unsupported = "a format that does not fit";
  return format;
}

Value Elaborator::known_scanf(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  Builder::AsCall as_call(build_);
  unsigned first = known.name.find("fscanf") != std::string::npos ? 2 : 1;
  Format format = scan_format(known, first);
  if (!format.unsupported.empty()) return unsupported_value(known.call, format.unsupported);
  core::SignedBits assigned = 0;  // conversions before this one that count
  for (const Conversion& conversion : format.conversions)
    assigned += conversion.letter == 'n' || conversion.is_suppressed ? 0 : 1;
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
  unsigned next = first;
  bool may_stop = false;  // since the last conversion that counts
  for (const Conversion& conversion : format.conversions) {
    llvm::StringRef before = conversion.text_before;
    may_stop = may_stop || conversion.is_suppressed || before.find_first_not_of(" \t\n\v\f\r") != llvm::StringRef::npos;
    if (conversion.is_suppressed) continue;
    bool counts = conversion.letter != 'n';
    ExprPtr least = core::constant(static_cast<core::Bits>(assigned), type);
    ExprPtr given = core::make(counts ? ExprOp::lt : ExprOp::le, core::boolean_type(), {least, made.expr});
    if (!counts && (may_stop || assigned == 0)) {  // what stands before it may not be there
      core::Reg reached = build_.fresh(core::boolean_type());
      build_.emit(core::Choose{reached, core::boolean_type()}, known.name + " reaches %n");
      given = core::log_and(given, core::reg_expr(reached, core::boolean_type()));
    }
    may_stop = may_stop && !counts;
    bool understood = true;
    core::Block body = build_.capture([&] {
      understood = scan_argument(conversion, args[next], known.call->getArg(next), static_cast<uint64_t>(assigned));
    });
    if (!understood) return known_unsupported(known);
    build_.emit(core::If{build_.bind(given), std::move(body), {}});
    assigned += counts ? 1 : 0;
    ++next;
  }
  if (stream)
    call_library("__fencepost_scanned", {stream, made.expr}, std::nullopt);
  else
    call_library("__fencepost_scanned_input", {made.expr}, std::nullopt);
  return made;
}

//: sscanf | the format; number and types of arguments; a string; room for texts; numbers fit | UNKNOWN: floats, pointers, sets
// White space stands for any; other characters for themselves.
void Elaborator::scan_text(llvm::StringRef text) {
  for (char c : text) {
    if (llvm::StringRef(" \t\n\v\f\r").contains(c))
      call_library("__fencepost_scan_spaces", {}, std::nullopt);
    else
      call_library("__fencepost_scan_literal",
                   {core::constant(static_cast<unsigned char>(c), type_of(context_.CharTy))}, std::nullopt);
  }
}

// Null: the conversion assigns nothing.
bool Elaborator::scan_from_text(const Conversion& conversion, const Value* value, const Expr* argument) {
  core::Type int_type = type_of(context_.IntTy);
  bool is_text = conversion.letter == 's' || conversion.letter == 'c';
  bool is_number = llvm::StringRef("diouxX").contains(conversion.letter);
  if (is_text ? !conversion.length.empty() : !is_number && conversion.letter != 'n') return false;
  ExprPtr unlimited = core::make(ExprOp::bit_not, size_type(), {core::constant(0, size_type())});
  ExprPtr width = conversion.width           ? core::constant(*conversion.width, size_type())
                  : conversion.letter == 'c' ? core::constant(1, size_type())
                                             : unlimited;
  ExprPtr counts = core::constant(value ? 1 : 0, int_type);
  ExprPtr zero = core::constant(0, int_type);
  if (is_text) {
    ExprPtr to = value ? use(*value, "pointer") : core::constant(0, pointer());
    call_library(conversion.letter == 's' ? "__fencepost_scan_string" : "__fencepost_scan_block", {to, width, counts},
                 std::nullopt);
    return true;
  }
  if (!value && !is_number) return true;
  ExprPtr number = conversion.letter == 'n' ? call_library("__fencepost_scan_count", {}, int_type) : nullptr;
  ExprPtr given = number ? core::make(ExprOp::le, core::boolean_type(), {zero, number}) : nullptr;
  if (is_number) {
    unsigned base = conversion.letter == 'i'          ? 0
                    : conversion.letter == 'o'        ? 8
                    : (conversion.letter | 32) == 'x' ? 16
                                                      : 10;
    ExprPtr is_there = call_library("__fencepost_scan_integer",
                                    {width, core::constant(base, type_of(context_.UnsignedIntTy)), counts}, int_type);
    given = core::make(ExprOp::ne, core::boolean_type(), {is_there, zero});
  }
  if (!value) return true;
  clang::QualType type = argument->getType()->getPointeeType();
  core::Block body = build_.capture([&] {
    if (is_number) {
      bool is_signed = conversion.letter == 'd' || conversion.letter == 'i';
      number = call_library("__fencepost_scan_value",
                            {core::constant(type_of(type).bits, type_of(context_.UnsignedIntTy)),
                             core::constant(is_signed ? 1 : 0, int_type)},
                            core::int_type(64, false));
    }
    ExprPtr stored = build_.bind(core::make(ExprOp::int_cast, type_of(type), {number}));
    store(dereference(*value, type, text_of(argument)), {stored, std::nullopt, nullptr}, false);
  });
  build_.emit(core::If{build_.bind(given), std::move(body), {}});
  return true;
}

Value Elaborator::known_sscanf(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  Builder::AsCall as_call(build_);
  Format format = scan_format(known, 2);
  if (!format.unsupported.empty()) return unsupported_value(known.call, format.unsupported);
  call_library("__fencepost_scan_begin", {use(args[0], "string")}, std::nullopt);
  unsigned next = 2;
  for (const Conversion& conversion : format.conversions) {
    scan_text(conversion.text_before);
    const Value* value = conversion.is_suppressed ? nullptr : &args[next];
    const Expr* argument = conversion.is_suppressed ? nullptr : known.call->getArg(next);
    if (!scan_from_text(conversion, value, argument))
      return unsupported_value(known.call, fmt::format("%{}{} from memory", conversion.length, conversion.letter));
    if (value) ++next;
  }
  scan_text(format.text_after);
  return {call_library("__fencepost_scan_made", {}, type_of(known.call->getType())), std::nullopt, nullptr};
}

}  // namespace fencepost::frontend
