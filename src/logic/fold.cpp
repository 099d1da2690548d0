#include "logic/fold.h"

#include "base/check.h"

namespace fencepost::logic {
namespace {

Bits ones(unsigned width) { return width >= 128 ? ~Bits(0) : (Bits(1) << width) - 1; }

Bits divide_signed(SignedBits a, SignedBits b) {
  if (b == 0) return a < 0 ? 1 : ~Bits(0);
  // The most negative value over -1 wraps to itself; negating as unsigned avoids the host's trap.
  if (b == -1) return -static_cast<Bits>(a);
  return static_cast<Bits>(a / b);
}

Bits remainder_signed(SignedBits a, SignedBits b) {
  if (b == 0) return static_cast<Bits>(a);
  if (b == -1) return 0;
  return static_cast<Bits>(a % b);
}

std::optional<Bits> fold_integer(Op op, SignedBits a, SignedBits b) {
  SignedBits r = 0;
  switch (op) {
    case Op::int_add:
      if (__builtin_add_overflow(a, b, &r)) return std::nullopt;
      break;
    case Op::int_sub:
      if (__builtin_sub_overflow(a, b, &r)) return std::nullopt;
      break;
    case Op::int_mul:
      if (__builtin_mul_overflow(a, b, &r)) return std::nullopt;
      break;
    case Op::int_div:
    case Op::int_mod: {
      // SMT-LIB leaves a zero divisor open, and the quotient of the minimum by -1 does not fit.
      if (b == 0 || b == -1) return std::nullopt;
      SignedBits quotient = a / b, remainder = a % b;
      if (remainder < 0) {
        remainder += b < 0 ? -b : b;
        quotient += b < 0 ? 1 : -1;
      }
      r = op == Op::int_div ? quotient : remainder;
      break;
    }
    case Op::int_neg:
      if (__builtin_sub_overflow(SignedBits(0), a, &r)) return std::nullopt;
      break;
    case Op::int_lt:
      return a < b;
    case Op::int_le:
      return a <= b;
    default:
      FP_UNREACHABLE("not an integer operator");
  }
  return static_cast<Bits>(r);
}

Bits fold_bitvec(Op op, unsigned width, Bits a, Bits b, unsigned low_width) {
  SignedBits sa = as_signed(a, width), sb = as_signed(b, width);
  switch (op) {
    case Op::bv_add:
      return a + b;
    case Op::bv_sub:
      return a - b;
    case Op::bv_mul:
      return a * b;
    case Op::bv_udiv:
      return b == 0 ? ones(width) : a / b;
    case Op::bv_urem:
      return b == 0 ? a : a % b;
    case Op::bv_sdiv:
      return divide_signed(sa, sb);
    case Op::bv_srem:
      return remainder_signed(sa, sb);
    case Op::bv_neg:
      return -a;
    case Op::bv_and:
      return a & b;
    case Op::bv_or:
      return a | b;
    case Op::bv_xor:
      return a ^ b;
    case Op::bv_not:
      return ~a;
    case Op::bv_shl:
      return b >= width ? 0 : a << b;
    case Op::bv_lshr:
      return b >= width ? 0 : a >> b;
    case Op::bv_ashr:
      return static_cast<Bits>(sa >> (b >= width ? width - 1 : static_cast<unsigned>(b)));
    case Op::bv_ult:
      return a < b;
    case Op::bv_ule:
      return a <= b;
    case Op::bv_slt:
      return sa < sb;
    case Op::bv_sle:
      return sa <= sb;
    case Op::bv_concat:
      return a << low_width | b;
    default:
      FP_UNREACHABLE("not a bit-vector operator");
  }
}

}  // namespace

Bits low_bits(Bits value, unsigned width) { return value & ones(width); }

SignedBits as_signed(Bits value, unsigned width) {
  if (width == 0 || width >= 128) return static_cast<SignedBits>(value);
  return static_cast<SignedBits>(value << (128 - width)) >> (128 - width);
}

std::optional<Bits> fold(Op op, Sort result, std::span<const Term> args, unsigned hi, unsigned lo) {
  for (Term arg : args)
    if (!arg.is_const()) return std::nullopt;
  Bits a = args[0].value(), b = args.size() > 1 ? args[1].value() : 0;
  unsigned width = args[0].sort().width;
  switch (op) {
    case Op::not_:
      return !a;
    case Op::and_:
      return a & b;
    case Op::or_:
      return a | b;
    case Op::eq:
      return a == b;
    case Op::ite:
      return a != 0 ? b : args[2].value();
    case Op::bv_extract:
      return low_bits(a >> lo, hi - lo + 1);
    case Op::bv_zext:
    case Op::fp_from_bits:
    case Op::fp_to_bits:
      return a;
    case Op::bv_sext:
      return low_bits(static_cast<Bits>(as_signed(a, width)), result.width);
    case Op::int_add:
    case Op::int_sub:
    case Op::int_mul:
    case Op::int_div:
    case Op::int_mod:
    case Op::int_neg:
    case Op::int_lt:
    case Op::int_le:
      return fold_integer(op, static_cast<SignedBits>(a), static_cast<SignedBits>(b));
    case Op::bv_to_int_unsigned:
      if (width == 128 && a >> 127 != 0) return std::nullopt;
      return a;
    case Op::bv_to_int_signed:
      return static_cast<Bits>(as_signed(a, width));
    case Op::int_to_bv:
      return low_bits(a, result.width);
    default:
      break;
  }
  if (op >= Op::fp_add) return fold_float(op, result, args);
  Bits value = fold_bitvec(op, width, a, b, args.size() > 1 ? args[1].sort().width : 0);
  return result.kind == SortKind::boolean ? value : low_bits(value, result.width);
}

}  // namespace fencepost::logic
