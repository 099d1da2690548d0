// The one door to decision procedures: Z3, cvc5 and CaDiCaL (through bit-blasting) behind four verbs.
// Incremental: what was asserted stays, assumptions hold for one check. No caller can tell which solver
// serves it but by speed, except that CaDiCaL takes Booleans and bit-vectors alone (`supports`).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>

#include "base/budget.h"
#include "base/statistics.h"
#include "logic/clauses.h"

namespace fencepost::logic {

enum class Answer { sat, unsat, unknown };

// Values of variables by term; a variable that is absent may take any value (evaluate() takes zero).
using Assignment = std::unordered_map<Term, Bits>;

class Solver {
 public:
  virtual ~Solver() = default;
  virtual void assert_term(Term term) = 0;
  virtual void assert_clauses(const Clauses& clauses) = 0;
  // unknown only when the solver gave up; a spent budget throws Exhausted.
  virtual Answer check(std::span<const Term> assumptions = {}) = 0;
  virtual Assignment model() = 0;        // after sat: every variable that occurred in an asserted or assumed term
  virtual std::vector<Term> core() = 0;  // after unsat: a subset of the assumptions
  // A check that meets more conflicts than this gives up. Solvers that do not count them take no notice.
  virtual void limit_conflicts(int most) { (void)most; }
  virtual void push() = 0;
  virtual void pop() = 0;
};

// lazy_floats: CaDiCaL, and float arithmetic by lemmas (lazy_floats.cpp).
enum class SolverKind { cadical, lazy_floats, z3, cvc5 };

// Does this solver decide terms with these operators? (CaDiCaL: no integers, no float arithmetic; lazy_floats: no integers.)
bool supports(SolverKind kind, std::span<const Term> terms);
inline bool supports(SolverKind kind, Term term) { return supports(kind, std::span(&term, 1)); }

std::unique_ptr<Solver> make_solver(SolverKind kind, Terms& terms, Budget& budget, Statistics& statistics);

// The value of a term under an assignment: exact, shares no code with the simplifier or any solver adapter.
Bits evaluate(Term term, const Assignment& assignment);

}  // namespace fencepost::logic
