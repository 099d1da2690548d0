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

template <typename F>
F to_host(Bits bits) {
  F value = 0;
  std::memcpy(&value, &bits, sizeof(F) < sizeof(Bits) ? sizeof(F) : sizeof(Bits));
  return value;
}

template <typename F>
Bits from_host(F value, unsigned width) {
  if (std::isnan(value)) value = std::copysign(std::numeric_limits<F>::quiet_NaN(), F{1});
  Bits bits = 0;
  std::memcpy(&bits, &value, sizeof(F) < sizeof(Bits) ? sizeof(F) : sizeof(Bits));
  return truncate(bits, width);
}

// Calls `run` with a zero of the host type for the width.
template <typename Run>
auto with_host(unsigned bits, Run run) {
  if (bits == 32) return run(float{});
  if (bits == 64) return run(double{});
  if (bits == kLongDoubleBits) return run(static_cast<long double>(0));
  throw UnsupportedFloat(fmt::format("{}-bit floating arithmetic, which this machine does not have", bits));
}

template <typename F>
Bits apply(ExprOp op, F a, F b, unsigned width) {
  switch (op) {
    case ExprOp::add:
      return from_host<F>(a + b, width);
    case ExprOp::sub:
      return from_host<F>(a - b, width);
    case ExprOp::mul:
      return from_host<F>(a * b, width);
    case ExprOp::div:
      return from_host<F>(a / b, width);
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

bool host_has_float(unsigned bits) { return bits == 32 || bits == 64 || (bits != 0 && bits == kLongDoubleBits); }

Bits apply_float(ExprOp op, const Type& type, std::span<const Bits> args) {
  if (op == ExprOp::neg) return args[0] ^ (Bits{1} << (type.bits - 1));
  return with_host(type.bits, [&](auto zero) {
    using F = decltype(zero);
    return apply<F>(op, to_host<F>(args[0]), args.size() > 1 ? to_host<F>(args[1]) : zero, type.bits);
  });
}

Bits int_to_float(Bits value, const Type& from, const Type& to) {
  return with_host(to.bits, [&](auto zero) {
    using F = decltype(zero);
    bool is_signed = from.kind == TypeKind::integer && from.is_signed;
    F converted = is_signed ? static_cast<F>(sign_extend(value, from.bits)) : static_cast<F>(value);
    return from_host<F>(converted, to.bits);
  });
}

bool float_fits(Bits value, const Type& from, const Type& to) {
  return with_host(from.bits, [&](auto zero) { return fits(to_host<decltype(zero)>(value), to); });
}

Bits float_to_int(Bits value, const Type& from, const Type& to) {
  return with_host(from.bits, [&](auto zero) {
    using F = decltype(zero);
    F number = to_host<F>(value);
    if (!fits(number, to)) return Bits{0};
    Bits bits = to.is_signed ? static_cast<Bits>(static_cast<SignedBits>(number)) : static_cast<Bits>(number);
    return truncate(bits, to.bits);
  });
}

Bits float_cast(Bits value, const Type& from, const Type& to) {
  return with_host(from.bits, [&](auto from_zero) {
    auto number = to_host<decltype(from_zero)>(value);
    return with_host(to.bits, [&](auto to_zero) {
      using T = decltype(to_zero);
      return from_host<T>(static_cast<T>(number), to.bits);
    });
  });
}

}  // namespace fencepost::core
