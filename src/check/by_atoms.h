// Whether a formula follows from a conjunction, atom by atom: conclusions of proofs are large combinations of few predicates, most of which
// one small question decides, and the same questions come again. What is left then is one question about the whole.
#pragma once

#include <map>

#include "check/implications.h"

namespace fencepost::check {

class ByAtoms {
 public:
  ByAtoms(logic::Terms& terms, Implications& implies) : terms_(terms), implies_(implies) {}

  Implications::Answer operator()(logic::Term premise, logic::Term conclusion);

 private:
  // Those conjuncts that have variables in common with the atom, over any number of others in between.
  logic::Term relevant(logic::Term premise, logic::Term atom);
  const std::vector<logic::Term>& variables(logic::Term of);
  bool follows(logic::Term premise, logic::Term atom);

  logic::Terms& terms_;
  Implications& implies_;
  std::map<std::pair<uint32_t, uint32_t>, bool> known_;
  std::unordered_map<logic::Term, std::vector<logic::Term>> variables_, conjuncts_;
};

}  // namespace fencepost::check
