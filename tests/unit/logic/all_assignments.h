// Brute force, the oracle of tests over small words: every assignment of some variables.
#pragma once

#include <functional>
#include <vector>

#include "logic/evaluate.h"

namespace fencepost::logic::test {

inline unsigned bits_of(Term variable) { return variable.sort().kind == SortKind::boolean ? 1 : variable.sort().width; }

// Calls with the given assignment extended by every combination of values.
inline void for_all(const std::vector<Term>& variables, Assignment given,
                    const std::function<void(const Assignment&)>& call) {
  unsigned bits = 0;
  for (Term variable : variables) bits += bits_of(variable);
  for (uint64_t code = 0; code < uint64_t(1) << bits; ++code) {
    uint64_t rest = code;
    for (Term variable : variables) {
      given[variable] = low_bits(rest, bits_of(variable));
      rest >>= bits_of(variable);
    }
    call(given);
  }
}

inline bool satisfiable(Term formula, const std::vector<Term>& variables, const Assignment& given = {}) {
  bool found = false;
  for_all(variables, given, [&](const Assignment& values) { found = found || evaluate(formula, values) != 0; });
  return found;
}

}  // namespace fencepost::logic::test
