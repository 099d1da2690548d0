// Terms with other terms in the place of variables or of whole subterms, built again by the factory and so simplified again.
#pragma once

#include <unordered_map>

#include "logic/term.h"

namespace fencepost::logic {

class Substitution {
 public:
  explicit Substitution(Terms& terms) : terms_(terms) {}

  // False if the part stands for another term already. A part that is no variable has to be put before a term with it in it
  // is asked for.
  bool put(Term part, Term term);
  // Null for null.
  Term operator()(Term term);

 private:
  Term rebuilt_from_known(Term term) const;
  Term known(Term term) const;

  Terms& terms_;
  std::unordered_map<Term, Term> done_;
  uint32_t first_ = ~0u;  // id of the oldest part: what is older does not depend on any
};

}  // namespace fencepost::logic
