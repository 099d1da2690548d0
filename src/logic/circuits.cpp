#include "logic/circuits.h"

#include <algorithm>
#include <cstdlib>

namespace fencepost::logic {
namespace {

bool constant(int literal) { return std::abs(literal) == 1; }
bool constant(const Word& word) {
  return std::all_of(word.begin(), word.end(), [](int l) { return constant(l); });
}
size_t constants(const Word& word) {
  return static_cast<size_t>(std::count_if(word.begin(), word.end(), [](int l) { return constant(l); }));
}

}  // namespace

Word Circuits::complement(Word a) {
  for (int& literal : a) literal = -literal;
  return a;
}

Word Circuits::add(const Word& a, const Word& b, int carry) {
  Word sum(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    int half = gates_.xor_(a[i], b[i]);
    sum[i] = gates_.xor_(half, carry);
    if (i + 1 < a.size()) carry = gates_.majority(a[i], b[i], carry);
  }
  return sum;
}

Word Circuits::negate(const Word& a) { return add(complement(a), Word(a.size(), Gates::kFalse), Gates::kTrue); }

Word Circuits::mux(int condition, const Word& a, const Word& b) {
  Word result(a.size());
  for (size_t i = 0; i < a.size(); ++i) result[i] = gates_.mux(condition, a[i], b[i]);
  return result;
}

// Signed digits (non-adjacent form): at most every second digit is non-zero, so x * 15 costs one subtraction.
Word Circuits::multiply_constant(const Word& a, const Word& factor) {
  size_t width = a.size();
  std::vector<size_t> plus, minus;
  int carry = 0;
  for (size_t i = 0; i < width; ++i) {
    int here = (factor[i] == Gates::kTrue) + carry;
    bool next = i + 1 < width && factor[i + 1] == Gates::kTrue;
    if (here == 1) (next ? minus : plus).push_back(i);
    carry = here == 2 || (here == 1 && next);
  }
  auto row = [&](size_t shift) {
    Word result(width, Gates::kFalse);
    std::copy(a.begin(), a.end() - static_cast<std::ptrdiff_t>(shift),
              result.begin() + static_cast<std::ptrdiff_t>(shift));
    return result;
  };
  // Positive rows first: subtracting from zero would cost an adder of its own.
  Word result(width, Gates::kFalse);
  for (size_t shift : plus) result = add(result, row(shift));
  for (size_t shift : minus) result = sub(result, row(shift));
  return result;
}

Word Circuits::multiply(const Word& a, const Word& b) {
  if (constant(b)) return multiply_constant(a, b);
  if (constant(a)) return multiply_constant(b, a);
  // Rows for the operand with more known bits: a known zero saves its row.
  if (constants(a) > constants(b)) return multiply(b, a);
  size_t width = a.size();
  Word result(width);
  for (size_t j = 0; j < width; ++j) result[j] = gates_.and_(a[j], b[0]);
  for (size_t i = 1; i < width; ++i) {
    if (b[i] == Gates::kFalse) continue;
    int carry = Gates::kFalse;
    for (size_t j = i; j < width; ++j) {
      int bit = gates_.and_(a[j - i], b[i]), before = result[j];
      result[j] = gates_.xor_(gates_.xor_(before, bit), carry);
      if (j + 1 < width) carry = gates_.majority(before, bit, carry);
    }
  }
  return result;
}

Circuits::Quotient Circuits::divide(const Word& a, const Word& b) {
  size_t width = a.size();
  // above[i]: some bit of the divisor at or above i is set.
  Word above(width + 1, Gates::kFalse);
  for (size_t i = width; i-- > 0;) above[i] = gates_.or_(above[i + 1], b[i]);
  Quotient result{Word(width), {}};
  Word rest;
  for (size_t i = width; i-- > 0;) {
    rest.insert(rest.begin(), a[i]);
    Word difference(rest.size());
    int carry = Gates::kTrue;
    for (size_t j = 0; j < rest.size(); ++j) {
      difference[j] = gates_.xor_(gates_.xor_(rest[j], -b[j]), carry);
      carry = gates_.majority(rest[j], -b[j], carry);
    }
    int fits = gates_.and_(carry, -above[rest.size()]);
    result.quotient[i] = fits;
    rest = mux(fits, difference, rest);
    // What is left is below the divisor; gates alone do not see that its top bits are zero.
    if (above[0] == Gates::kTrue)
      while (!rest.empty() && above[rest.size() - 1] == Gates::kFalse) rest.pop_back();
  }
  rest.resize(width, Gates::kFalse);
  result.remainder = std::move(rest);
  state_division_facts(a, b, above[0], result);
  return result;
}

// Facts implied by the circuit, but far from it for a SAT solver: what programs rely on about remainders, and, where a
// constant divisor makes it cheap, the way back from the quotient to the dividend.
void Circuits::state_division_facts(const Word& a, const Word& b, int nonzero, const Quotient& result) {
  gates_.clause({-nonzero, unsigned_less(result.remainder, b)});
  state_way_back(a, b, nonzero, result);
}

void Circuits::state_way_back(const Word& a, const Word& b, int nonzero, const Quotient& result) {
  if (!constant(b)) return;
  Word back = add(multiply_constant(result.quotient, b), result.remainder);
  for (size_t i = 0; i < a.size(); ++i) {
    gates_.clause({-nonzero, -back[i], a[i]});
    gates_.clause({-nonzero, back[i], -a[i]});
  }
}

// Toward zero: what is cut off a negative number adds one.
Circuits::Quotient Circuits::divide_by_power(const Word& a, size_t exponent) {
  auto cut = a.begin() + static_cast<std::ptrdiff_t>(exponent);
  int rounds = gates_.and_(a.back(), gates_.any(Word(a.begin(), cut)));
  Word shifted(cut, a.end()), remainder(a.begin(), cut);
  shifted.resize(a.size(), a.back());
  remainder.resize(a.size(), rounds);
  return {add(shifted, Word(a.size(), Gates::kFalse), rounds), remainder};
}

Circuits::Quotient Circuits::divide_signed(const Word& a, const Word& b) {
  auto one = std::find(b.begin(), b.end(), Gates::kTrue);
  bool is_power = constant(b) && std::count(b.begin(), b.end(), Gates::kTrue) == 1 && b.back() == Gates::kFalse;
  if (is_power) return divide_by_power(a, static_cast<size_t>(one - b.begin()));
  Quotient sizes = divide(absolute(a), absolute(b));
  Quotient result{mux(gates_.xor_(a.back(), b.back()), negate(sizes.quotient), sizes.quotient),
                  mux(a.back(), negate(sizes.remainder), sizes.remainder)};
  int nonzero = gates_.any(b);
  gates_.clause({-nonzero, -result.remainder.back(), a.back()});
  state_way_back(a, b, nonzero, result);
  return result;
}

int Circuits::equal(const Word& a, const Word& b) {
  std::vector<int> same(a.size());
  for (size_t i = 0; i < a.size(); ++i) same[i] = -gates_.xor_(a[i], b[i]);
  return gates_.all(std::move(same));
}

int Circuits::unsigned_less(const Word& a, const Word& b) {
  int less = Gates::kFalse;
  for (size_t i = 0; i < a.size(); ++i) less = gates_.majority(-a[i], b[i], less);
  return less;
}

int Circuits::signed_less(Word a, Word b) {
  a.back() = -a.back();
  b.back() = -b.back();
  return unsigned_less(a, b);
}

Word Circuits::shift_right(const Word& a, const Word& by, int fill) {
  size_t width = a.size();
  Word result = a;
  size_t stage = 0;
  for (; stage < by.size() && (size_t(1) << stage) < width; ++stage) {
    size_t step = size_t(1) << stage;
    Word moved(width, fill);
    std::copy(result.begin() + static_cast<std::ptrdiff_t>(step), result.end(), moved.begin());
    result = mux(by[stage], moved, result);
  }
  int beyond = gates_.any({by.begin() + static_cast<std::ptrdiff_t>(stage), by.end()});
  return mux(beyond, Word(width, fill), result);
}

Word Circuits::shift_left(const Word& a, const Word& by) {
  Word reversed(a.rbegin(), a.rend());
  Word result = shift_right(reversed, by, Gates::kFalse);
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace fencepost::logic
