#include "frontend/litmus/value.h"

#include <bit>

namespace fencepost::litmus {

namespace {

uint64_t mask(uint8_t width) { return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }

int64_t signed_value(uint64_t v, uint8_t width) {
  if (width >= 64) return static_cast<int64_t>(v);
  const uint64_t sign = uint64_t{1} << (width - 1);
  v &= mask(width);
  return static_cast<int64_t>((v ^ sign) - sign);
}

uint64_t reverse_bits(uint64_t v, uint8_t width) {
  uint64_t r = 0;
  for (uint8_t i = 0; i < width; ++i) r |= ((v >> i) & 1) << (width - 1 - i);
  return r;
}

uint64_t reverse_bytes(uint64_t v, uint8_t width) {
  uint64_t r = 0;
  for (uint8_t i = 0; i < width; i += 8) r |= ((v >> i) & 0xff) << (width - 8 - i);
  return r;
}

bool fold_integers(Operator op, uint8_t width, uint64_t x, uint64_t y, uint64_t& r) {
  const uint64_t m = mask(width);
  const int64_t sx = signed_value(x, width), sy = signed_value(y, width);
  x &= m;
  y &= m;
  switch (op) {
    case Operator::add:
      r = x + y;
      break;
    case Operator::sub:
      r = x - y;
      break;
    case Operator::bit_and:
      r = x & y;
      break;
    case Operator::bit_or:
      r = x | y;
      break;
    case Operator::bit_xor:
      r = x ^ y;
      break;
    case Operator::and_not:
      r = x & ~y;
      break;
    case Operator::or_not:
      r = x | ~y;
      break;
    case Operator::shift_left:
      r = y >= width ? 0 : x << y;
      break;
    case Operator::shift_right:
      r = y >= width ? 0 : x >> y;
      break;
    case Operator::shift_right_signed:
      r = static_cast<uint64_t>(sx >> (y >= width ? width - 1 : y));
      break;
    case Operator::rotate_right:
      r = y % width == 0 ? x : (x >> (y % width)) | (x << (width - y % width));
      break;
    case Operator::multiply:
      r = x * y;
      break;
    case Operator::divide:
      if (sy == 0) return false;
      r = static_cast<uint64_t>(sy == -1 ? -static_cast<uint64_t>(sx) : static_cast<uint64_t>(sx / sy));
      break;
    case Operator::remainder:
      if (sy == 0) return false;
      r = sy == -1 ? 0 : static_cast<uint64_t>(sx % sy);
      break;
    case Operator::equal:
      r = x == y;
      return true;
    case Operator::not_equal:
      r = x != y;
      return true;
    case Operator::less:
      r = sx < sy;
      return true;
    case Operator::less_equal:
      r = sx <= sy;
      return true;
    case Operator::greater:
      r = sx > sy;
      return true;
    case Operator::greater_equal:
      r = sx >= sy;
      return true;
    case Operator::less_unsigned:
      r = x < y;
      return true;
    case Operator::less_equal_unsigned:
      r = x <= y;
      return true;
    case Operator::logical_and:
      r = x != 0 && y != 0;
      return true;
    case Operator::logical_or:
      r = x != 0 || y != 0;
      return true;
    case Operator::logical_not:
      r = x == 0;
      return true;
    case Operator::truncate:
      r = x & mask(static_cast<uint8_t>(y));
      break;
    case Operator::sign_extend:
      r = static_cast<uint64_t>(signed_value(x, static_cast<uint8_t>(y)));
      break;
    case Operator::reverse_bits:
      r = reverse_bits(x, width);
      break;
    case Operator::reverse_bytes:
      r = reverse_bytes(x, width);
      break;
    case Operator::carry_add:
      r = ((x + y) & m) < x;
      return true;
    case Operator::overflow_add: {
      const int64_t s = signed_value(x + y, width);
      r = (sx < 0) == (sy < 0) && (s < 0) != (sx < 0);
      return true;
    }
    case Operator::carry_sub:
      r = x >= y;
      return true;
    case Operator::overflow_sub: {
      const int64_t s = signed_value(x - y, width);
      r = (sx < 0) != (sy < 0) && (s < 0) != (sx < 0);
      return true;
    }
    case Operator::read:
    case Operator::select:
      return false;
  }
  r &= m;
  return true;
}

bool comparison(Operator op) { return op >= Operator::equal && op <= Operator::less_equal_unsigned; }

}  // namespace

bool ExpressionPool::fold(Operator op, uint8_t width, const Value& a, const Value& b, const Value& c, Value& result) {
  using Kind = Value::Kind;
  if (op == Operator::select) {
    if (!c.ground()) return false;
    const bool yes = c.kind != Kind::integer || c.number != 0;
    result = yes ? a : b;
    return result.ground();
  }
  // Holds whatever the operands are, also when they are not known yet.
  if (a == b && a.kind != Kind::integer) {
    if (op == Operator::bit_xor || op == Operator::sub || op == Operator::and_not || op == Operator::not_equal) {
      result = Value::integer(0);
      return true;
    }
    if (op == Operator::equal) {
      result = Value::integer(1);
      return true;
    }
  }
  if (op == Operator::bit_and &&
      ((a.kind == Kind::integer && a.number == 0) || (b.kind == Kind::integer && b.number == 0 && b.ground()))) {
    result = Value::integer(0);
    return true;
  }
  if (!a.ground() || !b.ground()) return false;
  if (a.kind == Kind::integer && b.kind == Kind::integer) {
    uint64_t r = 0;
    if (!fold_integers(op, width, static_cast<uint64_t>(a.number), static_cast<uint64_t>(b.number), r)) return false;
    result = Value::integer(static_cast<int64_t>(r));
    return true;
  }
  // Addresses: offsets can be added; a label or an instruction only compares.
  if (op == Operator::add && a.kind == Kind::address && b.kind == Kind::integer) {
    result = Value::address(a.base, a.number + b.number);
    return true;
  }
  if (op == Operator::add && b.kind == Kind::address && a.kind == Kind::integer) {
    result = Value::address(b.base, a.number + b.number);
    return true;
  }
  if (op == Operator::sub && a.kind == Kind::address && b.kind == Kind::integer) {
    result = Value::address(a.base, a.number - b.number);
    return true;
  }
  if (op == Operator::sub && a.kind == Kind::address && b.kind == Kind::address && a.base == b.base) {
    result = Value::integer(a.number - b.number);
    return true;
  }
  if ((op == Operator::bit_or || op == Operator::bit_xor) && b.kind == Kind::integer && b.number == 0) {
    result = a;
    return true;
  }
  if ((op == Operator::truncate || op == Operator::sign_extend) && a.kind != Kind::integer) {
    result = a;
    return true;
  }
  if (op == Operator::logical_not && a.kind != Kind::unknown) {
    result = Value::integer(0);
    return true;
  }
  if (a.kind == Kind::unknown || b.kind == Kind::unknown) return false;
  if (op == Operator::logical_and || op == Operator::logical_or) {
    const bool x = a.kind != Kind::integer || a.number != 0, y = b.kind != Kind::integer || b.number != 0;
    result = Value::integer(op == Operator::logical_and ? x && y : x || y);
    return true;
  }
  if (comparison(op)) {
    // Different objects differ, and every object is above the integers that a test names.
    if (op == Operator::equal)
      result = Value::integer(a == b);
    else if (op == Operator::not_equal)
      result = Value::integer(a != b);
    else if (op == Operator::less || op == Operator::less_unsigned)
      result = Value::integer(a < b);
    else if (op == Operator::less_equal || op == Operator::less_equal_unsigned)
      result = Value::integer(a <= b);
    else if (op == Operator::greater)
      result = Value::integer(a > b);
    else
      result = Value::integer(a >= b);
    return true;
  }
  return false;
}

Value ExpressionPool::read(uint32_t id) {
  Node n;
  n.read = id;
  nodes_.push_back(n);
  return Value::node(static_cast<uint32_t>(nodes_.size() - 1));
}

Value ExpressionPool::make(Operator op, uint8_t width, Value a, Value b, Value c) {
  Value result;
  if (fold(op, width, a, b, c, result)) return result;
  nodes_.push_back({op, width, a, b, c, 0});
  return Value::node(static_cast<uint32_t>(nodes_.size() - 1));
}

}  // namespace fencepost::litmus
