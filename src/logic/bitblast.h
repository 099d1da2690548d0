// Terms to SAT literals. Each term is translated once and its bits are kept for the life of the blaster, so repeated and
// incremental queries pay for new terms only. Booleans have one literal; floats are their bit patterns: moving, comparing
// and negating them is supported, arithmetic is not.
#pragma once

#include <vector>

#include "base/budget.h"
#include "logic/circuits.h"
#include "logic/term.h"

namespace fencepost::logic {

class Bitblaster {
 public:
  Bitblaster(ClauseSink& sink, Budget& budget) : gates_(sink), circuits_(gates_), budget_(budget) {}

  static bool supports(Op op, Sort sort);

  int literal(Term term);  // of a Boolean
  bool known(Term term) const { return term.id() < place_.size() && place_[term.id()] != 0; }
  std::span<const int> bits(Term term) const;  // known
  Word word(Term term);
  const std::vector<Term>& variables() const { return variables_; }  // in the order in which they were met
  Gates& gates() { return gates_; }

 private:
  void blast(Term root);
  Word translate(Term term);
  Word translate_float(Term term);
  int float_less(Term a, Term b, bool or_equal);
  void put(Term term, const Word& word);

  Gates gates_;
  Circuits circuits_;
  Budget& budget_;
  std::vector<uint32_t> place_;  // by id: 1 + offset into literals_
  std::vector<int> literals_;
  std::vector<Term> variables_;
  std::vector<Term> stack_;
};

}  // namespace fencepost::logic
