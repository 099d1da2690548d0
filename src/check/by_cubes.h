// Whether what holds after a step is one of many cubes: an invariant that a model checker of Boolean programs has found is a disjunction of
// thousands of conjunctions of the same few predicates. Of each predicate it is asked once for a step what it says before that step; then a premise
// which is a cube itself decides most of them by having them among its conjuncts; then by equalities among these, one side of which is put for the
// other everywhere. Of the cubes of which few predicates are left, each of these is asked
// for alone, of those conjuncts of the premise that name one of its variables. Where no cube follows so, what is left of those that
// may follow is one question, about those conjuncts of the premise that have to do with it over others. The same questions come again and again.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "check/flat_steps.h"
#include "check/implications.h"

namespace fencepost::check {

class ByCubes {
 public:
  ByCubes(logic::Terms& terms, Implications& implies) : terms_(terms), implies_(implies) {}

  // True: what has to hold before the step so that the formula holds after it follows from the premise. False: perhaps not, or the formula
  // is no disjunction of conjunctions of literals.
  bool operator()(logic::Term premise, logic::Term formula, FlatStep& step);

 private:
  struct Literal {
    uint32_t atom = 0;
    bool positive = true;
  };
  struct Cubes {
    std::vector<logic::Term> atoms;
    std::vector<std::vector<Literal>> cubes;  // two or more, or none: the formula is of another form
  };

  enum class Truth : uint8_t { open, holds, fails };
  // What may still follow of a formula: of each cube that does not fail the literals that are not known.
  struct Left {
    bool follows = false;  // one of the cubes does
    std::vector<std::vector<logic::Term>> cubes;
  };

  Cubes cubes_of(logic::Term formula);
  bool follows(logic::Term premise, const Cubes& cubes, const std::vector<logic::Term>& atoms);
  Left left_of(const Cubes& cubes, const std::vector<logic::Term>& atoms, const std::vector<logic::Term>& known);
  const std::vector<logic::Term>& conjuncts(logic::Term formula);
  const std::vector<logic::Term>& variables(logic::Term of);
  bool follows_one_by_one(const std::vector<logic::Term>& premise, std::vector<std::vector<logic::Term>> cubes);
  logic::Term relevant(const std::vector<logic::Term>& premise, logic::Term to);

  logic::Terms& terms_;
  Implications& implies_;
  std::unordered_map<logic::Term, Cubes> cubes_;
  std::pair<logic::Term, FlatStep*> last_;  // formula and step
  std::vector<logic::Term> last_atoms_;     // of that formula, before that step
  std::unordered_map<logic::Term, std::vector<logic::Term>> conjuncts_, variables_;
};

}  // namespace fencepost::check
