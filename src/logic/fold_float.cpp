#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "logic/fold.h"

namespace fencepost::logic {
namespace {

template <typename F>
using Pattern = std::conditional_t<sizeof(F) == 4, uint32_t, uint64_t>;

template <typename F>
F unpack(Bits bits) {
  return std::bit_cast<F>(static_cast<Pattern<F>>(bits));
}

template <typename F>
Bits pack(F value) {
  // Which NaN the host's arithmetic yields depends on the machine.
  if (std::isnan(value)) value = std::numeric_limits<F>::quiet_NaN();
  return std::bit_cast<Pattern<F>>(value);
}

// Truncation towards zero; what does not fit is zero (term.h).
template <typename F>
Bits to_integer(F value, unsigned width, bool is_signed) {
  if (!std::isfinite(value)) return 0;
  value = std::trunc(value);
  F limit = std::ldexp(F(1), static_cast<int>(is_signed ? width - 1 : width));
  F least = is_signed ? -limit : F(0);
  if (value < least || value >= limit) return 0;
  // 2^128 overflows float, so a 128-bit target admits every finite non-negative one, and the conversion is exact.
  return low_bits(value < 0 ? static_cast<Bits>(static_cast<SignedBits>(value)) : static_cast<Bits>(value), width);
}

template <typename F>
std::optional<Bits> fold_in(Op op, Sort result, std::span<const Term> args) {
  F a = unpack<F>(args[0].value());
  F b = args.size() > 1 ? unpack<F>(args[1].value()) : F(0);
  switch (op) {
    case Op::fp_add:
      return pack<F>(a + b);
    case Op::fp_sub:
      return pack<F>(a - b);
    case Op::fp_mul:
      return pack<F>(a * b);
    case Op::fp_div:
      return pack<F>(a / b);
    case Op::fp_neg:
      return args[0].value() ^ Bits(1) << (sizeof(F) * 8 - 1);
    case Op::fp_lt:
      return a < b;
    case Op::fp_le:
      return a <= b;
    case Op::fp_eq:
      return a == b;
    case Op::fp_is_nan:
      return std::isnan(a);
    case Op::fp_is_inf:
      return std::isinf(a);
    case Op::fp_to_sbv:
    case Op::fp_to_ubv:
      return to_integer<F>(a, result.width, op == Op::fp_to_sbv);
    case Op::fp_to_fp:
      if (result.width == 32) return pack<float>(static_cast<float>(a));
      if (result.width == 64) return pack<double>(static_cast<double>(a));
      return std::nullopt;
    default:
      FP_UNREACHABLE("not a float operator");
  }
}

}  // namespace

std::optional<Bits> fold_float(Op op, Sort result, std::span<const Term> args) {
  if (op == Op::fp_from_sbv || op == Op::fp_from_ubv) {
    Bits bits = args[0].value();
    SignedBits value = as_signed(bits, args[0].sort().width);
    if (result.width == 32)
      return pack<float>(op == Op::fp_from_sbv ? static_cast<float>(value) : static_cast<float>(bits));
    if (result.width == 64)
      return pack<double>(op == Op::fp_from_sbv ? static_cast<double>(value) : static_cast<double>(bits));
    return std::nullopt;
  }
  unsigned width = args[0].sort().width;
  if (width == 32) return fold_in<float>(op, result, args);
  if (width == 64) return fold_in<double>(op, result, args);
  return std::nullopt;
}

}  // namespace fencepost::logic
