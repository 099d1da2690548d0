// Words seen as integers, and integer formulas turned back into formulas over the words. Relations such as x <= y + 1 are
// found among integers far more easily. Sums and differences wrap as they do on words, or are taken as if they never did,
// which is simpler; what loses bits otherwise never does. So nothing is claimed about the two views being equal: whoever
// uses what comes back checks it on words. Only where they are seen strictly, integers can do whatever words can.
#pragma once

#include <unordered_map>
#include <vector>

#include "logic/term.h"

namespace fencepost::logic {

// strict: what loses bits has no counterpart, so that a formula which has a model among words has one among integers.
enum class Wrapping { ignored, exact, strict };

class IntegerView {
 public:
  // Words are signed if any of the formulas compares them so.
  IntegerView(Terms& terms, std::span<const Term> formulas, Wrapping wrapping);
  IntegerView(Terms& terms, bool is_signed, Wrapping wrapping)
      : terms_(terms), wrapping_(wrapping), signed_(is_signed) {}

  // A formula over integer variables and Booleans, with the range of each variable. What has no counterpart (products,
  // masks, floats) is a variable of its own.
  Term integer(Term formula);
  // The same without the ranges, and the ranges of the variables of such a formula.
  Term without_ranges(Term formula);
  Term ranges(Term of_integers);

  // Of a Boolean combination of linear comparisons over variables that integer() has made; null if it is none, or if its
  // numbers need more than 128 bits.
  Term words(Term formula);

 private:
  struct Linear {
    std::vector<std::pair<Term, SignedBits>> summands;  // by id of the variable, no zero among the factors
    SignedBits constant = 0;
    bool known = false;
  };

  Term translate(Term term);
  Term translate_word(Term term);
  Term wrapped(Term exact, unsigned width);
  Term opaque(Term term);
  Term range(Term variable);
  Term number(SignedBits value) { return terms_.integer(value); }
  Term less(Term a, Term b) { return terms_.binary(Op::int_lt, a, b); }
  Term seen(Term term) const { return done_.at(term); }

  Term back(Term term);
  Linear linear(Term term) const;
  static Linear sum(const Linear& a, const Linear& b, SignedBits factor);
  Term comparison(Op op, const Linear& difference);

  Terms& terms_;
  Wrapping wrapping_;
  bool signed_;
  std::unordered_map<Term, Term> done_;    // from words
  std::unordered_map<Term, Term> origin_;  // of variables
  std::unordered_map<Term, Term> back_;    // Booleans, to words
  std::unordered_map<Term, Linear> linear_;
};

}  // namespace fencepost::logic
