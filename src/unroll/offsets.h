// Which numbers an offset term can be, cheaply: an arithmetic progression within bounds. An index scaled by an element's
// size has that size as stride, so only the elements of an array are candidates of `a[i]`, not its bytes. Sound for every
// assignment; paths are not looked at.
//
// Values are signed numbers of the term's width. Where an operation can wrap, only a stride that is a power of two
// survives (it divides 2^width).
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "unroll/value.h"

namespace fencepost::unroll {

struct Span {
  SignedBits low = 0, high = 0;
  Bits stride = 0;   // 0: a single number
  Bits residue = 0;  // below stride; every value is congruent to it
};

class Offsets {
 public:
  const Span& span(Term term);
  // The truth of a condition, where spans alone decide it.
  std::optional<bool> decide(Term condition);
  // All members within [low, high], if there are at most `limit`.
  std::optional<std::vector<SignedBits>> members(Term term, SignedBits low, SignedBits high, size_t limit);

 private:
  Span compute(Term term);
  std::optional<bool> decide(Term condition, int depth);
  // The constants at the leaves of a small tree of choices, with what is added to them on the way there: a member of
  // whatever a pointer may point to.
  bool leaves(Term term, Bits added, std::vector<SignedBits>& found, size_t limit) const;

  std::unordered_map<Term, Span> known_;
};

}  // namespace fencepost::unroll
