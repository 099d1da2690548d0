// Predicates that the program's own text suggests about a trace. Interpolants of a trace speak of its iterations (i = 0, i = 1, ...); what
// holds in all of them mostly stands in the program: its conditions, what they say of earlier states (weakest preconditions;
// Ball, Rajamani, SPIN 2001), the bounds that they are near to, first values, and variables that keep equal.
#pragma once

#include <map>
#include <unordered_set>
#include <vector>

#include "engine/cegar/trace.h"

namespace fencepost::engine::cegar {

class Candidates {
 public:
  static constexpr size_t kTiers = 5;

  // All outlive it.
  Candidates(const flat::FlatProgram& program, logic::Terms& terms, const Steps& steps);

  // Each tier has what those before it have, and guesses more boldly. Finitely many for a program, whatever the length of its
  // traces, but for relations between variables.
  std::vector<Term> of(const Trace& trace, size_t tier);
  // What domains tell already costs nothing.
  void remember(const std::vector<Term>& formulas);

 private:
  struct Followed {
    Term atom;
    unsigned changes = 0;  // by arithmetic, since it was read
  };

  // What the trace's conditions say of earlier states, and others that are followed from its end.
  void conditions(const Trace& trace, const std::vector<Term>& others);
  std::vector<Followed> before(const std::vector<Followed>& after, const Action& action);
  void follow(std::vector<Followed>& followed, Term atom, unsigned changes);
  void known_conditions();
  void bounds();
  void first_values(const Trace& trace);
  std::vector<Term> equalities();
  void near(Term left, Term right);
  void add(Term atom);

  logic::Terms& terms_;
  const Steps& steps_;
  size_t most_related_ = 0;  // variables of one predicate
  std::vector<Term> found_;
  std::unordered_set<Term> known_;
  std::vector<Term> remembered_;
  std::unordered_set<Term> signed_, unsigned_;  // variables that the program compares so
};

}  // namespace fencepost::engine::cegar
