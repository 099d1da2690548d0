// The weakest disjunction of cubes over given predicates that implies a formula (seed 001, figures 6a and 7): cubes in the order of
// increasing size up to a maximum, none of which contains one that was found before. Where an answer can be known without a solver, none is
// asked:
//
//   cone of influence    predicates that have no variable in common with the formula, nor with others that do, say nothing about it. Nor does
//                        a cube of which a part is not connected with the formula in this way
//   counterexamples      every model in which the formula fails tells the truth values of all predicates: cubes that hold there do
//                        not imply it. The last models are kept for other formulas, too, and the first ones are made up (samples.h)
//   contradictions       cubes that hold nowhere imply everything; those that contain one are left out, and the smallest are kept
//   equalities           what a cube says is equal is put in place of the other: often the formula is plainly true then
//   caching              by formula; of predicates that are added later, only cubes that name one of them are tried
//
// Most cubes are refuted by a counterexample, and there are millions of them: for each literal the set of counterexamples in which it holds is
// kept as bits, so that a cube costs the intersection of a few words.
//
// Instead of a search, the cubes of several literals that are worth a try may be given (cube extrapolation, figure 6b): then these are tried, and
// single literals. A solver that gives up leaves a cube out: the disjunction still implies the formula.
#pragma once

#include <deque>
#include <optional>
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

  // The solver holds nothing. Both outlive it. `given`: no other cubes of several literals are tried, whatever their size is,
  // unless the formula names a variable that is to be `searched`.
  CubeSearch(std::vector<Term> predicates, uint32_t most_literals, std::optional<std::vector<Cube>> given,
             std::vector<Term> searched, std::vector<logic::Assignment> samples, logic::Terms& terms,
             logic::Solver& solver);

  // One more predicate, which is the last.
  void add(Term predicate);

  const Formula& implicants(Term formula);
  // Contradictions among the predicates that share variables, of at most so many literals. Those that are known so far come with them.
  std::vector<Cube> contradictions(uint32_t most_literals);
  // Must it hold, or fail, in every state in which `given` holds?
  Truth truth(Term formula, Term given);
  const Counts& counts() const { return counts_; }

 private:
  using Valuation = std::vector<bool>;
  struct Model {
    logic::Assignment assignment;
    Valuation values;  // of the predicates
  };
  struct Search;

  Term literal(const Literal& literal) const { return literals_[2 * index(literal.variable) + literal.positive]; }
  bool is_satisfiable(const Cube& cube, Term and_also);
  bool is_plainly_false(const Cube& cube, Term and_also);
  bool is_contradiction(const Cube& cube);
  void add_contradiction(const Cube& cube);
  bool is_connected(const Cube& cube, const std::vector<Term>& with) const;
  void refute_by_known_models(Search& search);
  Valuation valuation(const logic::Assignment& assignment) const;
  // Cubes that name one of these predicates: from this one on.
  void search_from(Search& search, uint32_t predicate) const;
  void extend(Search& search, size_t next);
  void try_given(Search& search, const Cube& cube);
  void try_cube(Search& search);
  std::vector<uint32_t> cone(const std::vector<Term>& variables) const;

  std::vector<Term> predicates_;
  std::vector<Term> literals_;                // by predicate: its negation, itself
  std::vector<std::vector<Term>> variables_;  // of each predicate, sorted by id
  uint32_t most_;
  std::optional<std::vector<Cube>> given_;
  std::vector<Term> searched_;  // sorted by id
  logic::Terms& terms_;
  logic::Solver& solver_;
  std::vector<Model> samples_;
  std::deque<Model> models_;      // the last ones of the solver
  const Model* model_ = nullptr;  // that of the last question
  std::vector<Cube> contradictions_;
  struct Known {
    Formula cubes;
    uint32_t predicates = 0;  // cubes of so many have been tried
  };
  static constexpr uint32_t kAll = ~0u;  // nothing better will ever be found
  std::unordered_map<Term, Known> known_;
  uint32_t looked_for_contradictions_ = 0;  // among so many predicates
  Counts counts_;
};

}  // namespace fencepost::boolean
