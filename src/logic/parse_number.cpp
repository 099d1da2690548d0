#include "logic/parse_number.h"

#include <algorithm>

#include "base/check.h"

namespace fencepost::logic {

std::string decimal(Bits value) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string signed_decimal(SignedBits value) {
  std::string digits = decimal(value < 0 ? -static_cast<Bits>(value) : static_cast<Bits>(value));
  if (value < 0) digits.insert(digits.begin(), '-');
  return digits;
}

Bits parse_decimal(std::string_view text) {
  bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  FP_CHECK(!text.empty());
  Bits value = 0;
  for (char c : text) {
    FP_CHECK_MSG(c >= '0' && c <= '9', "a solver's value is not a number: " + std::string(text));
    bool overflow = __builtin_mul_overflow(value, Bits(10), &value);
    overflow |= __builtin_add_overflow(value, Bits(static_cast<unsigned>(c - '0')), &value);
    FP_CHECK_MSG(!overflow, "a solver's value leaves the range of 128 bits");
  }
  return negative ? -value : value;
}

}  // namespace fencepost::logic
