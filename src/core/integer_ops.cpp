#include "core/integer_ops.h"

namespace fencepost::core {

namespace {

Bits divide(Bits a, Bits b, const Type& type, bool remainder) {
  if (b == 0) return 0;
  if (!type.is_signed) return remainder ? a % b : a / b;
  SignedBits x = sign_extend(a, type.bits);
  SignedBits y = sign_extend(b, type.bits);
  // The one quotient that overflows; negation in Bits wraps, which the host's division would not.
  if (y == -1) return remainder ? 0 : truncate(-a, type.bits);
  return truncate(static_cast<Bits>(remainder ? x % y : x / y), type.bits);
}

Bits shift_left(Bits a, Bits count, const Type& type) {
  return count >= type.bits ? 0 : truncate(a << static_cast<unsigned>(count), type.bits);
}

Bits shift_right(Bits a, Bits count, const Type& type) {
  if (!type.is_signed) return count >= type.bits ? 0 : a >> static_cast<unsigned>(count);
  SignedBits x = sign_extend(a, type.bits);
  if (count >= type.bits) return truncate(x < 0 ? ~Bits{0} : 0, type.bits);
  return truncate(static_cast<Bits>(x >> static_cast<unsigned>(count)), type.bits);
}

bool less(Bits a, Bits b, const Type& type) {
  if (!type.is_signed) return a < b;
  return sign_extend(a, type.bits) < sign_extend(b, type.bits);
}

bool fits(ExprOp op, Bits a, Bits b, const Type& type) {
  if (type.is_signed) {
    SignedBits x = sign_extend(a, type.bits);
    SignedBits y = sign_extend(b, type.bits);
    SignedBits exact = 0;
    bool overflow = op == ExprOp::add_fits   ? __builtin_add_overflow(x, y, &exact)
                    : op == ExprOp::sub_fits ? __builtin_sub_overflow(x, y, &exact)
                                             : __builtin_mul_overflow(x, y, &exact);
    return !overflow && sign_extend(truncate(static_cast<Bits>(exact), type.bits), type.bits) == exact;
  }
  Bits exact = 0;
  bool overflow = op == ExprOp::add_fits   ? __builtin_add_overflow(a, b, &exact)
                  : op == ExprOp::sub_fits ? __builtin_sub_overflow(a, b, &exact)
                                           : __builtin_mul_overflow(a, b, &exact);
  return !overflow && truncate(exact, type.bits) == exact;
}

}  // namespace

Bits truncate(Bits value, unsigned bits) { return bits >= 128 ? value : value & ((Bits{1} << bits) - 1); }

SignedBits sign_extend(Bits value, unsigned bits) {
  if (bits == 0) return 0;
  if (bits >= 128) return static_cast<SignedBits>(value);
  Bits sign = Bits{1} << (bits - 1);
  return static_cast<SignedBits>((truncate(value, bits) ^ sign) - sign);
}

SignedBits to_number(Bits value, const Type& type) {
  bool is_signed = type.kind == TypeKind::integer && type.is_signed;
  return is_signed ? sign_extend(value, type.bits) : static_cast<SignedBits>(value);
}

std::optional<Bits> apply_integer(ExprOp op, const Type& result, const Type& operand, std::span<const Bits> args) {
  Bits a = args[0];
  Bits b = args.size() > 1 ? args[1] : 0;
  switch (op) {
    case ExprOp::add:
      return truncate(a + b, result.bits);
    case ExprOp::sub:
      return truncate(a - b, result.bits);
    case ExprOp::mul:
      return truncate(a * b, result.bits);
    case ExprOp::div:
      return divide(a, b, result, false);
    case ExprOp::rem:
      return divide(a, b, result, true);
    case ExprOp::neg:
      return truncate(-a, result.bits);
    case ExprOp::bit_and:
      return a & b;
    case ExprOp::bit_or:
      return a | b;
    case ExprOp::bit_xor:
      return a ^ b;
    case ExprOp::bit_not:
      return truncate(~a, result.bits);
    case ExprOp::shl:
      return shift_left(a, b, result);
    case ExprOp::shr:
      return shift_right(a, b, result);
    case ExprOp::eq:
      return a == b;
    case ExprOp::ne:
      return a != b;
    case ExprOp::lt:
      return less(a, b, operand);
    case ExprOp::le:
      return !less(b, a, operand);
    case ExprOp::log_and:
      return a & b;
    case ExprOp::log_or:
      return a | b;
    case ExprOp::log_not:
      return a ^ 1;
    case ExprOp::bool_to_int:
      return a;
    case ExprOp::int_cast:
      return truncate(static_cast<Bits>(to_number(a, operand)), result.bits);
    case ExprOp::add_fits:
    case ExprOp::sub_fits:
    case ExprOp::mul_fits:
      return fits(op, a, b, operand);
    default:
      return std::nullopt;
  }
}

}  // namespace fencepost::core
