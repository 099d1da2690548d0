#include "logic/solver.h"

#include <algorithm>

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
  std::vector<bool> seen;  // by id
  std::vector<Term> stack;
  auto add = [&](Term term) {
    if (term.id() >= seen.size()) seen.resize(std::max<size_t>(term.id() + 1, 2 * seen.size()));
    if (seen[term.id()]) return;
    seen[term.id()] = true;
    stack.push_back(term);
  };
  for (Term term : terms) add(term);
  while (!stack.empty()) {
    Term top = stack.back();
    stack.pop_back();
    if (!fits(top)) return false;
    for (Term arg : top.args()) add(arg);
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
