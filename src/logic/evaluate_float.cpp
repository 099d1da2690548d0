// IEEE 754-2008 arithmetic on bit patterns with integers only: a finite value is significand * 2^exponent exactly, each
// operation computes enough bits and a sticky bit, and one function rounds to nearest, ties to even.
#include <bit>

#include "base/check.h"
#include "logic/evaluate.h"

namespace fencepost::logic {
namespace {

struct Format {
  unsigned width;      // bits of the pattern
  unsigned exponent;   // bits of the exponent field
  unsigned precision;  // bits of the significand, the leading one included
  bool explicit_one;   // x87 stores the leading one; reading ignores it, writing sets it as hardware does

  int bias() const { return (1 << (exponent - 1)) - 1; }
  unsigned field() const { return precision - 1; }
  unsigned exponent_at() const { return explicit_one ? precision : precision - 1; }
  int special() const { return (1 << exponent) - 1; }
};

Format format(Sort sort) {
  switch (sort.width) {
    case 16:
      return {16, 5, 11, false};
    case 32:
      return {32, 8, 24, false};
    case 64:
      return {64, 11, 53, false};
    case 80:
      return {80, 15, 64, true};
    case 128:
      return {128, 15, 113, false};
    default:
      FP_UNREACHABLE("no such float format");
  }
}

enum class Kind { nan, infinite, finite };

struct Value {
  Kind kind = Kind::finite;
  bool negative = false;
  Bits significand = 0;  // zero: the number zero
  int exponent = 0;

  bool zero() const { return kind == Kind::finite && significand == 0; }
};

int bit_length(Bits value) {
  uint64_t high = static_cast<uint64_t>(value >> 64), low = static_cast<uint64_t>(value);
  return high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(low);
}

Bits ones(unsigned count) { return count == 0 ? 0 : ~Bits(0) >> (128 - count); }

Value read(const Format& f, Bits bits) {
  Value value;
  value.negative = (bits >> (f.width - 1) & 1) != 0;
  int field = static_cast<int>(bits >> f.exponent_at() & ones(f.exponent));
  Bits fraction = bits & ones(f.field());
  if (field == f.special()) {
    value.kind = fraction == 0 ? Kind::infinite : Kind::nan;
    return value;
  }
  value.significand = field == 0 ? fraction : fraction | Bits(1) << f.field();
  value.exponent = (field == 0 ? 1 : field) - f.bias() - static_cast<int>(f.field());
  return value;
}

Bits write(const Format& f, bool negative, int field, Bits fraction) {
  Bits bits =
      Bits(negative) << (f.width - 1) | static_cast<Bits>(field) << f.exponent_at() | (fraction & ones(f.field()));
  if (f.explicit_one && field != 0) bits |= Bits(1) << f.field();
  return bits;
}

Bits nan(const Format& f) { return write(f, false, f.special(), Bits(1) << (f.field() - 1)); }
Bits infinity(const Format& f, bool negative) { return write(f, negative, f.special(), 0); }
Bits zero(const Format& f, bool negative) { return write(f, negative, 0, 0); }

// The float nearest to (significand + a little if sticky) * 2^exponent. With sticky set the significand must have two
// bits more than the precision.
Bits round(const Format& f, bool negative, Bits significand, int exponent, bool sticky) {
  if (significand == 0 && !sticky) return zero(f, negative);
  int precision = static_cast<int>(f.precision);
  int least = 1 - f.bias() - static_cast<int>(f.field());
  int target = std::max(exponent + bit_length(significand) - precision, least);
  int drop = target - exponent;
  if (drop > 0) {
    bool half = false;
    if (drop > 128) {
      sticky = sticky || significand != 0;
      significand = 0;
    } else {
      half = (significand >> (drop - 1) & 1) != 0;
      sticky = sticky || (significand & ones(static_cast<unsigned>(drop - 1))) != 0;
      significand = drop == 128 ? 0 : significand >> drop;
    }
    if (half && (sticky || (significand & 1) != 0)) ++significand;
    if (bit_length(significand) > precision) {
      significand >>= 1;
      ++target;
    }
  } else {
    significand <<= -drop;
  }
  if (bit_length(significand) < precision) return write(f, negative, 0, significand);
  int field = target + precision - 1 + f.bias();
  return field >= f.special() ? infinity(f, negative) : write(f, negative, field, significand);
}

// Gives the significand exactly `length` bits.
void normalise(Value& value, int length) {
  int shift = length - bit_length(value.significand);
  value.significand = shift >= 0 ? value.significand << shift : value.significand >> -shift;
  value.exponent -= shift;
}

// Shifts right, keeping in the last bit whether anything was lost.
Bits shift_jamming(Bits value, int by) {
  if (by == 0) return value;
  if (by >= 128) return value != 0;
  return value >> by | ((value & ones(static_cast<unsigned>(by))) != 0);
}

Bits add(const Format& f, Value a, Value b) {
  if (a.kind == Kind::nan || b.kind == Kind::nan) return nan(f);
  if (a.kind == Kind::infinite && b.kind == Kind::infinite)
    return a.negative == b.negative ? infinity(f, a.negative) : nan(f);
  if (a.kind == Kind::infinite) return infinity(f, a.negative);
  if (b.kind == Kind::infinite) return infinity(f, b.negative);
  if (a.zero() && b.zero()) return zero(f, a.negative && b.negative);
  if (a.zero()) return round(f, b.negative, b.significand, b.exponent, false);
  if (b.zero()) return round(f, a.negative, a.significand, a.exponent, false);
  int length = static_cast<int>(f.precision) + 3;  // guard, round and sticky
  normalise(a, length);
  normalise(b, length);
  if (a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand)) std::swap(a, b);
  Bits small = shift_jamming(b.significand, a.exponent - b.exponent);
  if (a.negative == b.negative) return round(f, a.negative, a.significand + small, a.exponent, false);
  Bits difference = a.significand - small;
  return difference == 0 ? zero(f, false) : round(f, a.negative, difference, a.exponent, false);
}

Bits multiply(const Format& f, const Value& a, const Value& b) {
  bool negative = a.negative != b.negative;
  if (a.kind == Kind::nan || b.kind == Kind::nan) return nan(f);
  if (a.kind == Kind::infinite || b.kind == Kind::infinite)
    return a.zero() || b.zero() ? nan(f) : infinity(f, negative);
  if (a.zero() || b.zero()) return zero(f, negative);
  // Schoolbook on 64-bit halves: the product is high * 2^128 + low.
  Bits half = ones(64);
  Bits a0 = a.significand & half, a1 = a.significand >> 64, b0 = b.significand & half, b1 = b.significand >> 64;
  Bits p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0;
  Bits middle = (p00 >> 64) + (p01 & half) + (p10 & half);
  Bits low = (p00 & half) | middle << 64;
  Bits high = a1 * b1 + (p01 >> 64) + (p10 >> 64) + (middle >> 64);
  int exponent = a.exponent + b.exponent;
  int extra = bit_length(high);
  if (extra == 0) return round(f, negative, low, exponent, false);
  Bits lost = low & ones(static_cast<unsigned>(extra));
  return round(f, negative, high << (128 - extra) | low >> extra, exponent + extra, lost != 0);
}

Bits divide(const Format& f, Value a, Value b) {
  bool negative = a.negative != b.negative;
  if (a.kind == Kind::nan || b.kind == Kind::nan) return nan(f);
  if (a.kind == Kind::infinite) return b.kind == Kind::infinite ? nan(f) : infinity(f, negative);
  if (b.kind == Kind::infinite) return zero(f, negative);
  if (b.zero()) return a.zero() ? nan(f) : infinity(f, negative);
  if (a.zero()) return zero(f, negative);
  int length = static_cast<int>(f.precision);
  normalise(a, length);
  normalise(b, length);
  Bits quotient = 0, rest = a.significand;
  int steps = length + 2;
  for (int i = 0; i <= steps; ++i) {
    quotient <<= 1;
    if (rest >= b.significand) {
      rest -= b.significand;
      quotient |= 1;
    }
    rest <<= 1;
  }
  return round(f, negative, quotient, a.exponent - b.exponent - steps, rest != 0);
}

// -1, 0, 1, or 2 when unordered. Patterns without sign are ordered as the numbers are.
int compare(const Format& f, Bits x, Bits y) {
  Value a = read(f, x), b = read(f, y);
  if (a.kind == Kind::nan || b.kind == Kind::nan) return 2;
  if (a.zero() && b.zero()) return 0;
  auto rank = [&](Bits bits) {
    return (bits >> f.exponent_at() & ones(f.exponent)) << f.field() | (bits & ones(f.field()));
  };
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  Bits p = rank(x), q = rank(y);
  if (p == q) return 0;
  return (p < q) != a.negative ? -1 : 1;
}

Bits to_integer(const Value& a, unsigned width, bool is_signed) {
  if (a.kind != Kind::finite || a.significand == 0) return 0;
  if (a.exponent > 0 && bit_length(a.significand) + a.exponent > 128) return 0;
  Bits size = a.exponent >= 0 ? a.significand << a.exponent : -a.exponent >= 128 ? 0 : a.significand >> -a.exponent;
  if (size == 0) return 0;
  Bits limit = is_signed ? ones(width - 1) + (a.negative ? 1 : 0) : a.negative ? 0 : ones(width);
  if (size > limit) return 0;
  return (a.negative ? ~size + 1 : size) & ones(width);
}

Bits from_integer(const Format& f, Bits bits, unsigned width, bool is_signed) {
  bool negative = is_signed && (bits >> (width - 1) & 1) != 0;
  return round(f, negative, negative ? (~bits + 1) & ones(width) : bits, 0, false);
}

Bits convert(const Format& to, const Value& a) {
  if (a.kind == Kind::nan) return nan(to);
  if (a.kind == Kind::infinite) return infinity(to, a.negative);
  return round(to, a.negative, a.significand, a.exponent, false);
}

}  // namespace

Bits evaluate_float(Term term, const Bits* values) {
  Op op = term.op();
  Sort from = term.args()[0].sort();
  if (op == Op::fp_from_bits || op == Op::fp_to_bits) return values[0];
  if (op == Op::fp_from_sbv || op == Op::fp_from_ubv)
    return from_integer(format(term.sort()), values[0], from.width, op == Op::fp_from_sbv);

  Format f = format(from);
  Value a = read(f, values[0]);
  Value b = term.args().size() > 1 ? read(f, values[1]) : Value();
  switch (op) {
    case Op::fp_add:
      return add(f, a, b);
    case Op::fp_sub:
      b.negative = !b.negative;
      return add(f, a, b);
    case Op::fp_mul:
      return multiply(f, a, b);
    case Op::fp_div:
      return divide(f, a, b);
    case Op::fp_neg:
      return values[0] ^ Bits(1) << (f.width - 1);
    case Op::fp_lt:
      return compare(f, values[0], values[1]) == -1;
    case Op::fp_le:
      return compare(f, values[0], values[1]) <= 0;
    case Op::fp_eq:
      return compare(f, values[0], values[1]) == 0;
    case Op::fp_is_nan:
      return a.kind == Kind::nan;
    case Op::fp_is_inf:
      return a.kind == Kind::infinite;
    case Op::fp_to_fp:
      return convert(format(term.sort()), a);
    case Op::fp_to_sbv:
    case Op::fp_to_ubv:
      return to_integer(a, term.sort().width, op == Op::fp_to_sbv);
    default:
      FP_UNREACHABLE("not a float operator");
  }
}

}  // namespace fencepost::logic
