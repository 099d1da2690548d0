// A term built again: with other arguments, or in another factory. Both are simplified as any term is when it is built.
#pragma once

#include <functional>
#include <unordered_map>

#include "logic/term.h"

namespace fencepost::logic {

// The operator of a term applied to other arguments of the same sorts.
Term rebuilt(Terms& terms, Term term, std::span<const Term> args);

// Terms of another factory as terms of this one. `variable` gives the variable of this factory, of the same sort, that stands for
// one of the other.
class Import {
 public:
  Import(Terms& into, std::function<Term(Term)> variable) : into_(into), variable_(std::move(variable)) {}

  Term operator()(Term foreign);
  size_t size() const { return done_.size(); }  // how many distinct terms have come in

 private:
  Term leaf(Term foreign) const;

  Terms& into_;
  std::function<Term(Term)> variable_;
  std::unordered_map<Term, Term> done_;
};

}  // namespace fencepost::logic
