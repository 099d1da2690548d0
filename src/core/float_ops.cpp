#include "core/float_ops.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "base/check.h"
#include "core/integer_ops.h"

namespace fencepost::core {

namespace {

constexpr unsigned kLongDoubleBits = std::numeric_limits<long double>::digits == 64    ? 80
                                     : std::numeric_limits<long double>::digits == 113 ? 128
                                                                                       : 0;

// Where long double is IEEE binary128, x87's 80 bits are done with it: exponents have the same range, and of the significand's 112 bits after
// the point 63 are there (the one before it is explicit: Intel SDM vol. 1, 4.2.2).
constexpr bool kNarrows = kLongDoubleBits == 128;
constexpr unsigned kExtendedBits = 80, kDropped = 49;
constexpr Bits kFraction = (Bits{1} << 112) - 1;

Bits as_binary128(Bits extended) {
  Bits sign = (extended >> 79) << 127, exponent = (extended >> 64) & 0x7fff, significand = extended & ~uint64_t{0};
  bool has_one = (significand >> 63) != 0;
  if (exponent != 0 && !has_one) return (Bits{0x7fff} << 112) | 1;  // no number
  if (exponent == 0 && has_one) exponent = 1;
  return sign | (exponent << 112) | ((significand << kDropped) & kFraction);
}

// To nearest even; a carry goes on into the exponent, up to infinity.
Bits as_extended(Bits quad) {
  Bits kept = quad >> kDropped, half = Bits{1} << (kDropped - 1), rest = quad & ((Bits{1} << kDropped) - 1);
  if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
  Bits sign = kept >> 78, exponent = (kept >> 63) & 0x7fff, fraction = kept & ((Bits{1} << 63) - 1);
  return (sign << 79) | (exponent << 64) | (exponent != 0 ? Bits{1} << 63 : Bits{0}) | fraction;
}

template <typename F>
F to_host(Bits bits, unsigned width) {
  if (kNarrows && width == kExtendedBits) bits = as_binary128(bits);
  F value = 0;
  std::memcpy(&value, &bits, sizeof(F) < sizeof(Bits) ? sizeof(F) : sizeof(Bits));
  return value;
}

template <typename F>
Bits from_host(F value, unsigned width) {
  if (std::isnan(value)) value = std::copysign(std::numeric_limits<F>::quiet_NaN(), F{1});
  Bits bits = 0;
  std::memcpy(&bits, &value, sizeof(F) < sizeof(Bits) ? sizeof(F) : sizeof(Bits));
  if (kNarrows && width == kExtendedBits) bits = as_extended(bits);
  return truncate(bits, width);
}

// Rounding twice, first to 113 bits and then to 64, is rounding once if the first is to odd (Boldo, Melquiond, IEEE Trans. Computers
// 57, 2008): what the operation lost is an exact number, the sign of which tells.
template <typename F>
F to_odd(ExprOp op, F a, F b, F result) {
  if (!std::isfinite(result) || !std::isfinite(a) || !std::isfinite(b)) return result;
  F lost = 0;
  if (op == ExprOp::add || op == ExprOp::sub) {
    if (op == ExprOp::sub) b = -b;
    F of_b = result - a, of_a = result - of_b;
    lost = (a - of_a) + (b - of_b);
  } else {
    bool is_tiny = std::abs(result) < std::ldexp(F{1}, std::numeric_limits<F>::min_exponent + 128);
    if (is_tiny && a != 0 && (op == ExprOp::div || b != 0))
      throw UnsupportedFloat("80-bit floating arithmetic near underflow, which this machine does not have");
    lost = op == ExprOp::mul ? std::fma(a, b, -result)
           : b == 0          ? F{0}
                             : std::fma(-result, b, a) * std::copysign(F{1}, b);
  }
  if (lost == 0) return result;
  Bits bits = 0;
  std::memcpy(&bits, &result, sizeof(F) < sizeof(Bits) ? sizeof(F) : sizeof(Bits));
  if ((bits & 1) != 0) return result;
  return std::nextafter(result, lost > 0 ? std::numeric_limits<F>::infinity() : -std::numeric_limits<F>::infinity());
}

// Calls `run` with a zero of the host type for the width.
template <typename Run>
auto with_host(unsigned bits, Run run) {
  if (bits == 32) return run(float{});
  if (bits == 64) return run(double{});
  if (bits == kLongDoubleBits || (kNarrows && bits == kExtendedBits)) return run(static_cast<long double>(0));
  throw UnsupportedFloat(fmt::format("{}-bit floating arithmetic, which this machine does not have", bits));
}

template <typename F>
Bits apply(ExprOp op, F a, F b, unsigned width) {
  auto rounded = [&](F result) {
    return from_host<F>(kNarrows && width == kExtendedBits ? to_odd(op, a, b, result) : result, width);
  };
  switch (op) {
    case ExprOp::add:
      return rounded(a + b);
    case ExprOp::sub:
      return rounded(a - b);
    case ExprOp::mul:
      return rounded(a * b);
    case ExprOp::div:
      return rounded(a / b);
    case ExprOp::eq:
      return a == b;
    case ExprOp::ne:
      return !(a == b);
    case ExprOp::lt:
      return a < b;
    case ExprOp::le:
      return a <= b;
    case ExprOp::is_nan:
      return std::isnan(a);
    default:
      FP_UNREACHABLE("not a floating operator");
  }
}

template <typename F>
bool fits(F value, const Type& to) {
  if (!std::isfinite(value)) return false;
  F whole = std::trunc(value);
  unsigned magnitude_bits = to.is_signed ? to.bits - 1 : to.bits;
  // 2^magnitude_bits may be infinite in a narrow format, and then everything finite lies below it.
  F limit = std::ldexp(F{1}, static_cast<int>(magnitude_bits));
  return whole < limit && whole >= (to.is_signed ? -limit : F{0});
}

}  // namespace

bool host_has_float(unsigned bits) {
  return bits == 32 || bits == 64 || (bits != 0 && bits == kLongDoubleBits) || (kNarrows && bits == kExtendedBits);
}

Bits apply_float(ExprOp op, const Type& type, std::span<const Bits> args) {
  if (op == ExprOp::neg) return args[0] ^ (Bits{1} << (type.bits - 1));
  return with_host(type.bits, [&](auto zero) {
    using F = decltype(zero);
    return apply<F>(op, to_host<F>(args[0], type.bits), args.size() > 1 ? to_host<F>(args[1], type.bits) : zero,
                    type.bits);
  });
}

Bits int_to_float(Bits value, const Type& from, const Type& to) {
  return with_host(to.bits, [&](auto zero) {
    using F = decltype(zero);
    bool is_signed = from.kind == TypeKind::integer && from.is_signed;
    if (kNarrows && to.bits == kExtendedBits && from.bits > 64)
      throw UnsupportedFloat("80-bit floats of wide integers, which this machine does not have");
    F converted = is_signed ? static_cast<F>(sign_extend(value, from.bits)) : static_cast<F>(value);
    return from_host<F>(converted, to.bits);
  });
}

bool float_fits(Bits value, const Type& from, const Type& to) {
  return with_host(from.bits, [&](auto zero) { return fits(to_host<decltype(zero)>(value, from.bits), to); });
}

Bits float_to_int(Bits value, const Type& from, const Type& to) {
  return with_host(from.bits, [&](auto zero) {
    using F = decltype(zero);
    F number = to_host<F>(value, from.bits);
    if (!fits(number, to)) return Bits{0};
    Bits bits = to.is_signed ? static_cast<Bits>(static_cast<SignedBits>(number)) : static_cast<Bits>(number);
    return truncate(bits, to.bits);
  });
}

Bits float_cast(Bits value, const Type& from, const Type& to) {
  return with_host(from.bits, [&](auto from_zero) {
    auto number = to_host<decltype(from_zero)>(value, from.bits);
    return with_host(to.bits, [&](auto to_zero) {
      using T = decltype(to_zero);
      return from_host<T>(static_cast<T>(number), to.bits);
    });
  });
}

}  // namespace fencepost::core
