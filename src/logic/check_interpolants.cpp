#include "logic/check_interpolants.h"

#include "logic/variables.h"

namespace fencepost::logic {
namespace {

bool share_variables(std::span<const Term> formulas, std::span<const Term> interpolants) {
  std::unordered_map<Term, size_t> first, last;
  for (size_t i = 0; i < formulas.size(); ++i)
    for (Term variable : variables_of({formulas[i]})) {
      first.emplace(variable, i);
      last[variable] = i;
    }
  for (size_t cut = 0; cut < interpolants.size(); ++cut)
    for (Term variable : variables_of({interpolants[cut]}))
      if (!first.contains(variable) || first.at(variable) >= cut || last.at(variable) < cut) return false;
  return true;
}

}  // namespace

bool are_interpolants(Terms& terms, Solver& solver, std::span<const Term> formulas,
                      std::span<const Term> interpolants) {
  if (interpolants.size() != formulas.size() + 1) return false;
  if (!interpolants.front().is_true() || !interpolants.back().is_false()) return false;
  if (!share_variables(formulas, interpolants)) return false;
  for (size_t i = 0; i < formulas.size(); ++i) {
    Term broken = terms.and_(interpolants[i], terms.not_(interpolants[i + 1]));
    if (broken.is_false()) continue;
    Term step[] = {broken, formulas[i]};
    if (solver.check(step) != Answer::unsat) return false;
  }
  return true;
}

}  // namespace fencepost::logic
