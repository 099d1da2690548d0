// Input and output (C11 7.21): what they read from memory is checked, what they return is arbitrary.
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

namespace {

// The conversion letters of a printf format in the order in which they take arguments; `*` counts as one of its own.
// A string with a precision may be unterminated, so it is shown as 'S'.
std::string conversions(llvm::StringRef format) {
  std::string letters;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') continue;
    bool precision = false;
    for (++i; i < format.size(); ++i) {
      char c = format[i];
      if (c == '*') letters += c;
      if (c == '.') precision = true;
      if (llvm::StringRef("diouxXeEfFgGaAcspn%").contains(c)) {
        if (c != '%') letters += c == 's' && precision ? 'S' : c;
        break;
      }
    }
  }
  return letters;
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

Value Elaborator::known_puts(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.empty()) return known_unsupported(known);
  read_string(args[0]);
  return choose(known.call->getType(), known.name + "()");
}

Value Elaborator::known_print(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  for (const Value& value : args) use(value, "argument");
  size_t at_format = known.name.find("fprintf") != std::string::npos || known.name == "dprintf" ? 1 : 0;
  if (args.size() <= at_format) return known_unsupported(known);
  const auto* format =
      llvm::dyn_cast<clang::StringLiteral>(known.call->getArg(static_cast<unsigned>(at_format))->IgnoreParenImpCasts());
  if (!format) {
    read_string(args[at_format]);
  } else if (format->isOrdinary()) {
    std::string letters = conversions(format->getString());
    check(core::Undef::bad_argument, core::truth(letters.size() + at_format + 1 <= args.size()),
          "too few arguments for the format");
    for (size_t i = 0; i < letters.size() && at_format + 1 + i < args.size(); ++i)
      if (letters[i] == 's') read_string(args[at_format + 1 + i]);
  }
  return choose(known.call->getType(), known.name + "()");
}

// Each pointer argument receives an arbitrary value of its type; the number converted is arbitrary too, so a target may
// keep its old value.
Value Elaborator::known_scanf(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  Builder::AsCall as_call(build_);
  for (unsigned i = 1; i < args.size(); ++i) {
    clang::QualType type = known.call->getArg(i)->IgnoreParenImpCasts()->getType();
    if (!type->isPointerType() || !is_scalar(type->getPointeeType()) || type->getPointeeType()->isAnyCharacterType())
      return known_unsupported(known);
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
