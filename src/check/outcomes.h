// Which truth values some terms may have together where a premise holds, and perhaps others. Terms and conjuncts that have no variables in common, over
// any number of others in between, are asked apart: then questions are small, and the same ones come again.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "check/implications.h"

namespace fencepost::check {

class Outcomes {
 public:
  using Values = std::vector<uint32_t>;  // 0 or 1, in the order of the terms

  // All outlive it.
  Outcomes(logic::Terms& terms, Implications& implies, Budget& budget)
      : terms_(terms), implies_(implies), budget_(budget) {}

  // Throws NoProof where there are too many.
  std::vector<Values> operator()(logic::Term premise, const std::vector<logic::Term>& observed);

 private:
  struct Slice {
    logic::Term premise;
    std::vector<size_t> observed;  // by number
  };
  std::vector<Slice> slices_of(logic::Term premise, const std::vector<logic::Term>& observed);
  const std::vector<logic::Term>& variables(logic::Term of);
  const std::vector<Values>& together(logic::Term premise, const std::vector<logic::Term>& observed);
  void enumerate(logic::Term premise, const std::vector<logic::Term>& observed, Values& values,
                 std::vector<Values>& all);
  bool follows(logic::Term premise, logic::Term conclusion);

  logic::Terms& terms_;
  Implications& implies_;
  Budget& budget_;
  std::unordered_map<logic::Term, std::vector<logic::Term>> variables_;
  std::map<std::vector<uint32_t>, std::vector<Values>> known_;  // by premise and what is observed
};

}  // namespace fencepost::check
