#include "logic/abstraction.h"

#include <algorithm>

#include "logic/enumerate.h"
#include "logic/evaluate.h"

namespace fencepost::logic {
namespace {

Truth truth(bool holds) { return holds ? Truth::holds : Truth::fails; }

// Two cubes that differ in the sign of one literal are together the cube without it. One pass a predicate keeps the cubes
// disjoint; the least number of cubes is not sought (it is NP-hard, and predicates are few).
std::vector<Cube> merged(std::vector<Cube> cubes, size_t predicates) {
  for (size_t p = 0; p < predicates; ++p) {
    auto without = [p](const Cube& cube) {
      Cube rest = cube;
      rest[p] = Truth::open;
      return rest;
    };
    std::ranges::sort(cubes, {}, without);  // partners side by side
    std::vector<Cube> next;
    for (const Cube& cube : cubes) {
      bool partner = !next.empty() && next.back()[p] != Truth::open && cube[p] != Truth::open &&
                     next.back()[p] != cube[p] && without(next.back()) == without(cube);
      if (partner)
        next.back()[p] = Truth::open;
      else
        next.push_back(cube);
    }
    cubes = std::move(next);
  }
  std::ranges::sort(cubes);
  return cubes;
}

}  // namespace

Term to_term(Terms& terms, std::span<const Term> predicates, std::span<const Cube> cubes) {
  Term any = terms.boolean(false);
  for (const Cube& cube : cubes) {
    Term all = terms.boolean(true);
    for (size_t i = 0; i < cube.size(); ++i)
      if (cube[i] != Truth::open)
        all = terms.and_(all, cube[i] == Truth::holds ? predicates[i] : terms.not_(predicates[i]));
    any = terms.or_(any, all);
  }
  return any;
}

// A model decides how each predicate may be; only whether it may be otherwise is asked, and each model that says yes
// answers for other predicates too.
std::optional<Cube> abstract_cartesian(Terms& terms, Solver& solver, std::span<const Term> predicates,
                                       std::span<const Term> assumptions) {
  Cube cube(predicates.size(), Truth::open);
  Answer answer = solver.check(assumptions);
  if (answer == Answer::unsat) return std::nullopt;
  if (answer == Answer::unknown) return cube;
  {
    Assignment model = solver.model();
    Evaluator value(model);
    for (size_t i = 0; i < predicates.size(); ++i) cube[i] = truth(value.holds(predicates[i]));
  }
  std::vector<Term> asked(assumptions.begin(), assumptions.end());
  for (size_t i = 0; i < predicates.size(); ++i) {
    if (cube[i] == Truth::open) continue;
    asked.push_back(cube[i] == Truth::holds ? terms.not_(predicates[i]) : predicates[i]);
    answer = solver.check(asked);
    asked.pop_back();
    if (answer == Answer::unsat) continue;
    cube[i] = Truth::open;
    if (answer == Answer::unknown) continue;
    Assignment model = solver.model();
    Evaluator value(model);
    for (size_t j = i + 1; j < predicates.size(); ++j)
      if (cube[j] != truth(value.holds(predicates[j]))) cube[j] = Truth::open;
  }
  return cube;
}

std::vector<Cube> abstract_boolean(Terms& terms, Solver& solver, std::span<const Term> predicates, size_t most,
                                   std::span<const Term> assumptions) {
  Combinations minterms = enumerate(terms, solver, predicates, most, assumptions);
  if (!minterms.complete) {
    std::optional<Cube> cube = abstract_cartesian(terms, solver, predicates, assumptions);
    return cube ? std::vector<Cube>{*cube} : std::vector<Cube>{};
  }
  std::vector<Cube> cubes;
  for (const std::vector<Bits>& values : minterms.values) {
    Cube cube;
    for (Bits value : values) cube.push_back(truth(value != 0));
    cubes.push_back(std::move(cube));
  }
  return merged(std::move(cubes), predicates.size());
}

}  // namespace fencepost::logic
