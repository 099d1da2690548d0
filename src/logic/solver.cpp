#include "logic/solver.h"

#include <unordered_set>

#include "base/check.h"
#include "logic/bitblast.h"
#include "logic/solvers.h"

namespace fencepost::logic {

bool supports(SolverKind kind, std::span<const Term> terms) {
  if (kind == SolverKind::z3 || kind == SolverKind::cvc5) return true;
  auto fits = [&](Term term) {
    if (kind == SolverKind::lazy_floats) return term.sort().kind != SortKind::integer;
    return Bitblaster::supports(term.op(), term.sort());
  };
  std::vector<Term> stack(terms.begin(), terms.end());
  std::unordered_set<Term> seen(terms.begin(), terms.end());
  while (!stack.empty()) {
    Term top = stack.back();
    stack.pop_back();
    if (!fits(top)) return false;
    for (Term arg : top.args())
      if (seen.insert(arg).second) stack.push_back(arg);
  }
  return true;
}

std::unique_ptr<Solver> make_solver(SolverKind kind, Terms& terms, Budget& budget, Statistics& statistics) {
  switch (kind) {
    case SolverKind::cadical:
      return make_cadical(budget, statistics);
    case SolverKind::lazy_floats:
      return make_lazy_floats(terms, budget, statistics);
    case SolverKind::z3:
      return make_z3(terms, budget, statistics);
    case SolverKind::cvc5:
      return make_cvc5(terms, budget, statistics);
  }
  FP_UNREACHABLE("solver");
}

}  // namespace fencepost::logic
