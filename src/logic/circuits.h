// Bit-vector operations as circuits of gates, least significant bit first. Chosen for how well unit propagation runs
// through them: ripple carries, shift-and-add products, restoring division whose rows are only as wide as the partial
// remainder, logarithmic shifters. Definitions as in any text on computer arithmetic; a zero divisor as in SMT-LIB.
#pragma once

#include <vector>

#include "logic/gates.h"

namespace fencepost::logic {

using Word = std::vector<int>;

class Circuits {
 public:
  explicit Circuits(Gates& gates) : gates_(gates) {}

  Word add(const Word& a, const Word& b, int carry = Gates::kFalse);
  Word sub(const Word& a, const Word& b) { return add(a, complement(b), Gates::kTrue); }
  Word negate(const Word& a);
  Word multiply(const Word& a, const Word& b);
  struct Quotient {
    Word quotient, remainder;
  };
  Quotient divide(const Word& a, const Word& b);
  Quotient divide_signed(const Word& a, const Word& b);

  static Word complement(Word a);
  Word mux(int condition, const Word& a, const Word& b);
  int equal(const Word& a, const Word& b);
  int unsigned_less(const Word& a, const Word& b);
  int signed_less(Word a, Word b);

  Word shift_left(const Word& a, const Word& by);
  Word shift_right(const Word& a, const Word& by, int fill);

 private:
  Quotient divide_by_power(const Word& a, size_t exponent);
  Word multiply_constant(const Word& a, const Word& constant);
  void state_division_facts(const Word& a, const Word& b, int nonzero, const Quotient& result);
  void state_way_back(const Word& a, const Word& b, int nonzero, const Quotient& result);
  Word absolute(const Word& a) { return mux(a.back(), negate(a), a); }

  Gates& gates_;
};

}  // namespace fencepost::logic
