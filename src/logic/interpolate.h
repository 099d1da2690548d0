// Craig interpolants of infeasible traces (McMillan, CAV 2006): why each prefix of a trace cannot be continued, said in
// the variables that matter there. A trace is a sequence of formulas A1 ... An, in static single assignment (versions.h),
// that have no common model.
//
// An interpolant at a cut is found by the first of these that succeeds, each on an unsat core of the trace:
//   projection   the prefix without the variables that the suffix does not know: the strongest postcondition over the
//                statements of the core (or, on the trace backwards and negated, the weakest precondition), weakened to
//                the conjuncts that contradict the suffix ("Newton": Dietsch, Heizmann, Musa, Nutz, Podelski, FSE 2017);
//   atoms        the strongest combination of those predicates of prefix and suffix that speak of common variables;
//   bits         from a resolution proof (bit_interpolant.h).
// The integers find relations between variables that hold at many cuts: first as if words did not wrap, then exactly.
// Rejected: cvc5's get-interpolant (1.0.3), which cannot be interrupted and with a limit set ends the process inside its
// SAT solver; Z3 4.8 has no such call.
//
// Nothing is returned unchecked: another solver confirms every step (check_interpolants.h), and what it does not confirm is
// dropped and counted (statistics: interpolate.rejected).
#pragma once

#include <optional>
#include <vector>

#include "logic/integers.h"
#include "logic/solver.h"

namespace fencepost::logic {

enum class InterpolationMethod {
  postcondition,  // forwards: projection, atoms, bits
  precondition,   // the same backwards
  resolution,     // forwards: bits alone
  integers,       // Z3's Spacer on the words seen as integers (integers.h, spacer.h); may find none
};

struct InterpolantAt {
  size_t cut = 0;  // between formulas[cut - 1] and formulas[cut]
  Term interpolant;
};

class Interpolator {
 public:
  Interpolator(Terms& terms, Budget& budget, Statistics& statistics)
      : terms_(terms), budget_(budget), statistics_(statistics) {}

  // Questions on bits that meet more conflicts than this are given up: then fewer interpolants are found, perhaps none. 0: there is no limit.
  void limit_conflicts(int most) { most_conflicts_ = most; }

  // I0 ... In with I0 = true, In = false, Ai and I(i-1) imply Ii, and every variable of Ii occurs both in A1 ... Ai and in
  // A(i+1) ... An. Nothing if the trace has a model or no interpolants are found.
  std::optional<std::vector<Term>> sequence(std::span<const Term> formulas, InterpolationMethod method);

  // The one interpolant between the longest suffix that has a model and the single step before it: the last place where
  // the trace could have been known to be infeasible, and why.
  std::optional<InterpolantAt> backward_binary(std::span<const Term> formulas, InterpolationMethod method);

 private:
  using Parts = std::vector<std::vector<Term>>;  // conjuncts of each formula of a trace

  std::unique_ptr<Solver> prover(std::span<const Term> formulas);
  std::unique_ptr<Solver> reduce_to_core(Parts& parts);
  std::optional<std::vector<Term>> forwards(Parts parts, Solver& solver, bool bits_alone);
  std::optional<std::vector<Term>> at_cut(const std::vector<Term>& before, Parts& parts, size_t cut, Solver& solver,
                                          bool bits_alone);
  std::optional<std::vector<Term>> by_projection(const std::vector<Term>& before, Parts& parts, size_t cut,
                                                 Solver& solver);
  std::optional<std::vector<Term>> by_integers(std::span<const Term> formulas, const Parts& parts);
  std::optional<std::vector<Term>> on_words(IntegerView& view, const Parts& parts, std::vector<Term> integers);
  std::optional<std::vector<Term>> checked(std::span<const Term> formulas, std::optional<std::vector<Term>> found,
                                           SolverKind kind);
  Term by_atoms(const std::vector<Term>& before, const std::vector<Term>& after);

  Terms& terms_;
  Budget& budget_;
  Statistics& statistics_;
  int most_conflicts_ = 0;
};

}  // namespace fencepost::logic
