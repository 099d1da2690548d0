// Built-ins on numbers: floating classification, bit counting, checked arithmetic.
#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::Undef;

namespace {

ExprPtr predicate(ExprOp op, std::vector<ExprPtr> args) {
  return core::make(op, core::boolean_type(), std::move(args));
}

}  // namespace

Value Elaborator::known_fabs(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1 || args[0].expr->type.bits > 64) return known_unsupported(known);
  ExprPtr x = use(args[0], "argument");
  core::Type bits = core::int_type(x->type.bits, false);
  ExprPtr mask = core::constant((core::Bits{1} << (x->type.bits - 1)) - 1, bits);
  ExprPtr magnitude = core::make(ExprOp::bit_and, bits, {core::make(ExprOp::float_to_bits, bits, {x}), mask});
  return {build_.bind(core::make(ExprOp::bits_to_float, x->type, {magnitude})), std::nullopt, nullptr};
}

//- isnanf | it is `isnan`, of old systems
Value Elaborator::known_isnan(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1 || args[0].expr->type.kind != core::TypeKind::floating) return known_unsupported(known);
  return bool_value(predicate(ExprOp::is_nan, {use(args[0], "argument")}), known.call->getType());
}

// Comparisons that raise no floating-point exception (7.12.14); exceptions are not modelled, so these are the
// operators.
Value Elaborator::known_order(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 2 || args[0].expr->type.kind != core::TypeKind::floating ||
      args[0].expr->type != args[1].expr->type)
    return known_unsupported(known);
  ExprPtr a = build_.bind(use(args[0], "argument")), b = build_.bind(use(args[1], "argument"));
  ExprPtr less = predicate(ExprOp::lt, {a, b}), more = predicate(ExprOp::lt, {b, a});
  const std::map<std::string, ExprPtr> orders = {
      {"__builtin_isless", less},
      {"__builtin_isgreater", more},
      {"__builtin_islessequal", predicate(ExprOp::le, {a, b})},
      {"__builtin_isgreaterequal", predicate(ExprOp::le, {b, a})},
      {"__builtin_islessgreater", predicate(ExprOp::log_or, {less, more})},
      {"__builtin_isunordered",
       predicate(ExprOp::log_or, {predicate(ExprOp::is_nan, {a}), predicate(ExprOp::is_nan, {b})})},
  };
  return bool_value(orders.at(known.name), known.call->getType());
}

// Any number but 0 for a sign, as of the macro (7.12.3.6p3).
Value Elaborator::known_sign(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1 || args[0].expr->type.bits > 64) return known_unsupported(known);
  ExprPtr wide = convert(args[0], known.call->getArg(0)->getType(), context_.DoubleTy).expr;
  return {call_library("__fencepost_signbit", {wide}, type_of(context_.IntTy)), std::nullopt, nullptr};
}

// Bit counting as a sum or chain over the bits: exact, and small after folding.
Value Elaborator::known_bits(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  if (args.size() != 1) return known_unsupported(known);
  ExprPtr x = build_.bind(use(args[0], "argument"));
  core::Type t = x->type;
  core::Type result = type_of(known.call->getType());
  auto constant_of = [&](uint64_t value) { return core::constant(value, result); };
  if (known.name.find("bswap") != std::string::npos) {
    ExprPtr swapped = core::constant(0, t);
    for (unsigned byte = 0; byte < t.bytes; ++byte) {
      ExprPtr part = core::make(
          ExprOp::bit_and, t, {core::make(ExprOp::shr, t, {x, core::constant(8 * byte, t)}), core::constant(0xff, t)});
      part = core::make(ExprOp::shl, t, {part, core::constant(8 * (t.bytes - 1 - byte), t)});
      swapped = build_.bind(core::make(ExprOp::bit_or, t, {swapped, part}));
    }
    return {swapped, std::nullopt, nullptr};
  }
  core::Type unsigned_t = core::int_type(t.bits, false);
  ExprPtr u = build_.bind(core::make(ExprOp::int_cast, unsigned_t, {x}));
  auto bit = [&](unsigned i) {
    return core::make(ExprOp::ne, core::boolean_type(),
                      {core::make(ExprOp::bit_and, unsigned_t, {u, core::constant(core::Bits{1} << i, unsigned_t)}),
                       core::constant(0, unsigned_t)});
  };
  bool count = known.name.find("popcount") != std::string::npos || known.name.find("parity") != std::string::npos;
  if (count) {
    ExprPtr sum = constant_of(0);
    for (unsigned i = 0; i < t.bits; ++i)
      sum = build_.bind(core::make(ExprOp::add, result, {sum, core::make(ExprOp::bool_to_int, result, {bit(i)})}));
    if (known.name.find("parity") != std::string::npos)
      sum = build_.bind(core::make(ExprOp::bit_and, result, {sum, constant_of(1)}));
    return {sum, std::nullopt, nullptr};
  }
  bool leading = known.name.find("clz") != std::string::npos;
  bool find_first = known.name.find("ffs") != std::string::npos;
  if (!find_first)
    check(Undef::bad_argument, predicate(ExprOp::ne, {u, core::constant(0, unsigned_t)}), known.name + "(0)");
  ExprPtr at_bit = constant_of(find_first ? 0 : t.bits);
  for (unsigned step = 0; step < t.bits; ++step) {
    unsigned i = leading ? step : t.bits - 1 - step;  // the last selected wins
    uint64_t answer = leading ? t.bits - 1 - i : find_first ? i + 1 : i;
    at_bit = build_.bind(core::make(ExprOp::select, result, {bit(i), constant_of(answer), at_bit}));
  }
  return {at_bit, std::nullopt, nullptr};
}

// Whether a compiler finds out what its operand is, which is not evaluated, is the compiler's own affair.
Value Elaborator::known_constant(KnownCall& known) {
  core::Reg is_found = build_.fresh(core::boolean_type());
  build_.emit(core::Choose{is_found, core::boolean_type()}, known.name + "()");
  return bool_value(core::reg_expr(is_found, core::boolean_type()), known.call->getType());
}

// The exact result, of operands of any integer types, is stored as far as it fits. 128 bits hold it.
Value Elaborator::known_overflow(KnownCall& known) {
  std::vector<Value> args = arguments(known.call);
  Builder::AsCall as_call(build_);
  if (args.size() != 3) return known_unsupported(known);
  clang::QualType pointee = known.call->getArg(2)->getType()->getPointeeType();
  core::Type result = type_of(pointee);
  bool add = known.name.find("add_") != std::string::npos || known.name.find("addl_") != std::string::npos;
  bool sub = known.name.find("sub_") != std::string::npos || known.name.find("subl_") != std::string::npos;
  ExprPtr a = use(args[0], "operand"), b = use(args[1], "operand");
  ExprOp op = add ? ExprOp::add : sub ? ExprOp::sub : ExprOp::mul;
  ExprPtr fits, wrapped;
  if (a->type == result && b->type == result) {
    fits = build_.bind(predicate(add ? ExprOp::add_fits : sub ? ExprOp::sub_fits : ExprOp::mul_fits, {a, b}));
    wrapped = build_.bind(core::make(op, result, {a, b}));
  } else {
    if (std::max(a->type.bits, b->type.bits) > 64 || pointee->isBooleanType()) return known_unsupported(known);
    core::Type wide = core::int_type(128, sub || a->type.is_signed || b->type.is_signed);
    auto extended = [&](const ExprPtr& number) { return core::make(ExprOp::int_cast, wide, {number}); };
    ExprPtr exact = build_.bind(core::make(op, wide, {extended(a), extended(b)}));
    wrapped = build_.bind(core::make(ExprOp::int_cast, result, {exact}));
    fits = build_.bind(predicate(ExprOp::eq, {extended(wrapped), exact}));
  }
  store(dereference(args[2], pointee, text_of(known.call->getArg(2))), {wrapped, std::nullopt, nullptr}, false);
  return bool_value(core::log_not(fits), known.call->getType());
}
}  // namespace fencepost::frontend
