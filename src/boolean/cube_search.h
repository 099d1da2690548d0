// The weakest disjunction of cubes over given predicates that implies a formula (seed 001, figures 6a and 7): cubes in the order of
// increasing size up to a maximum, none of which contains one that was found before. Where an answer can be known without a solver, none is
// asked:
//
//   cone of influence    predicates that have no variable in common with the formula, nor with others that do, say nothing about it. Nor does
//                        a cube of which a part is not connected with the formula in this way
//   counterexamples      every model in which the formula fails tells the truth values of all predicates: cubes that hold there do
//                        not imply it
//   contradictions       cubes that hold nowhere imply everything; those that contain one are left out, and the smallest are kept
//   caching              by formula
//
// A solver that gives up leaves a cube out: the disjunction still implies the formula.
#pragma once

#include <unordered_map>
#include <vector>

#include "boolean/boolean_program.h"
#include "logic/solver.h"

namespace fencepost::boolean {

class CubeSearch {
 public:
  struct Counts {
    uint64_t solver_calls = 0;
    uint64_t cubes_tried = 0;  // in the cone, and not subsumed
  };

  // The solver holds nothing. Both outlive it.
  CubeSearch(std::vector<Term> predicates, uint32_t most_literals, logic::Terms& terms, logic::Solver& solver);

  const Formula& implicants(Term formula);
  // Contradictions among the predicates that share variables, of at most so many literals. Those that are known so far come with them.
  std::vector<Cube> contradictions(uint32_t most_literals);
  // Must it hold, or fail, in every state in which `given` holds?
  Truth truth(Term formula, Term given);
  const Counts& counts() const { return counts_; }

 private:
  using Valuation = std::vector<bool>;
  struct Search;

  Term literal(const Literal& literal);
  bool is_satisfiable(const Cube& cube, Term and_also);
  bool is_contradiction(const Cube& cube);
  bool is_connected(const Cube& cube, const std::vector<Term>& with) const;
  void extend(Search& search, Cube& cube, size_t next, std::vector<uint32_t> refuting, uint32_t known);
  void try_cube(Search& search, const Cube& cube);
  std::vector<uint32_t> cone(const std::vector<Term>& variables) const;

  std::vector<Term> predicates_;
  std::vector<std::vector<Term>> variables_;  // of each predicate, sorted by id
  uint32_t most_;
  logic::Terms& terms_;
  logic::Solver& solver_;
  std::vector<Valuation> models_;  // the last ones of the solver
  std::vector<Cube> contradictions_;
  std::unordered_map<Term, Formula> known_;
  Counts counts_;
};

}  // namespace fencepost::boolean
