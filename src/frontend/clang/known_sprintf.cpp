// Formatted output to memory (C11 7.21.6.5-6): each conversion is a call of a model in library/sprintf.c.
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"
#include "frontend/clang/formats.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

// The state of the output: its destination, its capacity, and the number of characters written so far.
struct Elaborator::Memory {
  ExprPtr to, limit, at;
};

namespace {

bool is_understood(const Conversion& conversion) {
  llvm::StringRef letter(&conversion.letter, 1), flags = conversion.flags;
  if (flags.find_first_not_of("-+ #0") != llvm::StringRef::npos) return false;
  if (llvm::StringRef("cs").contains(letter)) return conversion.length.empty();
  return llvm::StringRef("diouxXn").contains(letter);
}

}  // namespace

void Elaborator::put_text(Memory& memory, llvm::StringRef text) {
  for (char c : text)
    memory.at = call_library(
        "__fencepost_put",
        {memory.to, memory.limit, memory.at, core::constant(static_cast<unsigned char>(c), type_of(context_.CharTy))},
        size_type());
}

void Elaborator::put_argument(Memory& memory, const Conversion& conversion, const Value* given_width,
                              const Value* given_precision, const Value& value, const Expr* argument) {
  core::Type int_type = type_of(context_.IntTy), character_type = type_of(context_.CharTy);
  auto number = [&](core::SignedBits n) { return core::constant(static_cast<core::Bits>(n), int_type); };
  auto character = [&](char c) { return core::constant(static_cast<unsigned char>(c), character_type); };
  auto has = [&](char flag) { return conversion.flags.find(flag) != std::string::npos; };
  ExprPtr width =
      given_width ? use(*given_width, "width") : number(static_cast<core::SignedBits>(conversion.width.value_or(0)));
  ExprPtr precision = given_precision ? use(*given_precision, "precision")
                      : conversion.has_precision
                          ? number(static_cast<core::SignedBits>(conversion.precision.value_or(0)))
                          : number(-1);
  ExprPtr is_left = number(has('-'));
  ExprPtr given = use(value, "argument");
  if (conversion.letter == 'n') {
    clang::QualType type = argument->getType()->getPointeeType();
    ExprPtr count = build_.bind(core::make(ExprOp::int_cast, type_of(type), {memory.at}));
    store(dereference(value, type, text_of(argument)), {count, std::nullopt, nullptr}, false);
  } else if (conversion.letter == 's') {
    memory.at = call_library("__fencepost_put_string",
                             {memory.to, memory.limit, memory.at, given, precision, width, is_left}, size_type());
  } else if (conversion.letter == 'c') {
    ExprPtr shown = core::make(ExprOp::int_cast, character_type, {given});
    memory.at = call_library("__fencepost_put_character", {memory.to, memory.limit, memory.at, shown, width, is_left},
                             size_type());
  } else {
    bool is_signed = conversion.letter == 'd' || conversion.letter == 'i';
    unsigned bits = conversion.length == "hh" ? 8 : conversion.length == "h" ? 16 : given->type.bits;
    ExprPtr shown = build_.bind(core::make(ExprOp::int_cast, core::int_type(bits, is_signed), {given}));
    ExprPtr negative = core::make(ExprOp::lt, core::boolean_type(), {shown, core::constant(0, shown->type)});
    negative = build_.bind(is_signed ? negative : core::truth(false));
    core::Type wide = core::int_type(64, false);
    ExprPtr extended = build_.bind(core::make(ExprOp::int_cast, wide, {shown}));
    ExprPtr magnitude =
        core::make(ExprOp::select, wide, {negative, core::make(ExprOp::neg, wide, {extended}), extended});
    char otherwise = !is_signed ? '\0' : has('+') ? '+' : has(' ') ? ' ' : '\0';
    ExprPtr sign = core::make(ExprOp::select, character_type, {negative, character('-'), character(otherwise)});
    core::SignedBits base = conversion.letter == 'o' ? 8 : (conversion.letter | 32) == 'x' ? 16 : 10;
    memory.at = call_library("__fencepost_put_integer",
                             {memory.to, memory.limit, memory.at, magnitude, sign, number(bits <= 32),
                              core::constant(static_cast<core::Bits>(base), type_of(context_.UnsignedIntTy)),
                              character(conversion.letter == 'X' ? 'A' : 'a'), number(has('#')), width, precision,
                              number(has('0')), is_left},
                             size_type());
  }
}

//: sprintf snprintf | the format; number and types of arguments; strings; room; no overlap | UNKNOWN: floats, pointers, wide characters
Value Elaborator::known_sprintf(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  Builder::AsCall as_call(build_);
  bool has_limit = known.name.find("snprintf") != std::string::npos;
  unsigned first = has_limit ? 3 : 2;
  bool is_plain = !known.name.ends_with("_chk") && known.call->getType()->isIntegerType();
  if (!is_plain || args.size() < first) return known_unsupported(known);
  return by_format(known.call->getArg(first - 1), args[first - 1], type_of(known.call->getType()),
                   [&](const clang::StringLiteral* literal) { return sprint_by(known, args, first, literal); });
}

Value Elaborator::sprint_by(KnownCall& known, const std::vector<Value>& args, unsigned first,
                            const clang::StringLiteral* literal) {
  if (!literal || !literal->isOrdinary()) {
    read_string(args[first - 1]);
    return unsupported_value(known.call, "a format that is no literal");
  }
  Format format = parse_printf(literal->getString());
  if (!format.unsupported.empty()) return unsupported_value(known.call, format.unsupported);
  check_format(format, args.size() - first);
  ExprPtr zero = core::constant(0, size_type());
  ExprPtr limit = first == 3 ? core::make(ExprOp::int_cast, size_type(), {use(args[1], "size")})
                             : core::make(ExprOp::bit_not, size_type(), {zero});
  Memory memory{build_.bind(use(args[0], "pointer")), build_.bind(limit), zero};
  for (unsigned i = 0; i < format.conversions.size() && first + i < args.size(); ++i) {
    const Conversion& conversion = format.conversions[i];
    const Expr* argument = known.call->getArg(first + i);
    put_text(memory, conversion.text_before);
    if (!check_argument(conversion, args[first + i], argument)) return known_unsupported(known);
    if (conversion.letter == '*') continue;
    if (!is_understood(conversion))
      return unsupported_value(
          known.call, fmt::format("%{}{}{} to memory", conversion.flags, conversion.length, conversion.letter));
    size_t at = first + i;
    const Value* precision = conversion.precision_given ? &args[at - 1] : nullptr;
    const Value* width = conversion.width_given ? &args[at - (precision ? 2 : 1)] : nullptr;
    put_argument(memory, conversion, width, precision, args[at], argument);
  }
  if (format.prints_more) return unsupported_value(known.call, "%m to memory");
  put_text(memory, format.text_after);
  call_library("__fencepost_put_end", {memory.to, memory.limit, memory.at}, std::nullopt);
  return {build_.bind(core::make(ExprOp::int_cast, type_of(known.call->getType()), {memory.at})), std::nullopt,
          nullptr};
}

}  // namespace fencepost::frontend
