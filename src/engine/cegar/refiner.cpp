#include "engine/cegar/refiner.h"

#include <algorithm>
#include <unordered_set>

#include "engine/cegar/solvers.h"
#include "logic/atoms.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

using logic::InterpolationMethod;

namespace {

constexpr size_t kMostRelated = 3;     // variables of one predicate
constexpr size_t kMostRelations = 16;  // that are followed at once

}  // namespace

std::variant<ConcreteRun, Refiner::Outcome> Refiner::refine(const Trace& trace, Domain& domain) {
  std::vector<Term> formulas = formulas_.of(trace);
  {
    auto solver = logic::make_solver(fastest_for(formulas), terms_, budget_, statistics_);
    for (Term formula : formulas) solver->assert_term(formula);
    logic::Answer answer = solver->check();
    if (answer == logic::Answer::sat) return formulas_.concrete(program_, trace, solver->model());
    if (answer == logic::Answer::unknown) return Outcome::gave_up;
  }
  if (domain.refine(relations(trace))) return Outcome::refined;
  // The one that was asked for; where it tells nothing new, others may.
  std::vector<Refinement> order{refinement_};
  for (Refinement other : {Refinement::newton, Refinement::integers, Refinement::bw_bin_itp, Refinement::seq_itp})
    if (other != refinement_) order.push_back(other);
  bool found = false;
  for (Refinement refinement : order) {
    std::vector<Term> formulas_of_program;
    for (Term interpolant : interpolants(formulas, refinement))
      formulas_of_program.push_back(formulas_.program(interpolant));
    found = found || !formulas_of_program.empty();
    if (domain.refine(formulas_of_program)) return Outcome::refined;
    statistics_.add("cegar.fruitless");
  }
  return found ? Outcome::no_progress : Outcome::gave_up;
}

std::vector<Term> Refiner::relations(const Trace& trace) const {
  std::vector<Term> atoms = logic::atoms_of(terms_, steps_.action(trace.failure.action).guard), found = atoms;
  for (size_t i = trace.moves.size(); i-- > 0 && !atoms.empty();) {
    const Action& action = steps_.action(trace.moves[i]->action);
    if (action.updates.empty()) continue;
    logic::Substitution before(terms_);
    std::unordered_set<Term> chosen;
    for (const Update& update : action.updates)
      if (update.value)
        before.put(update.variable, update.value);
      else
        chosen.insert(update.variable);
    std::vector<Term> earlier;
    for (Term atom : atoms) {
      std::vector<Term> variables = logic::variables_of({atom});
      if (std::ranges::any_of(variables, [&](Term variable) { return chosen.contains(variable); })) continue;
      Term changed = before(atom);
      if (changed == atom) {
        earlier.push_back(atom);
        continue;
      }
      for (Term part : logic::atoms_of(terms_, changed)) {
        size_t related = logic::variables_of({part}).size();
        if (related == 0 || related > kMostRelated || std::ranges::find(earlier, part) != earlier.end()) continue;
        earlier.push_back(part);
        if (related > 1) found.push_back(part);
      }
    }
    if (earlier.size() > kMostRelations) break;
    atoms = std::move(earlier);
  }
  return found;
}

std::vector<Term> Refiner::interpolants(const std::vector<Term>& formulas, Refinement refinement) {
  auto sequence = [&](InterpolationMethod method) {
    auto found = interpolator_.sequence(formulas, method);
    return found ? std::move(*found) : std::vector<Term>{};
  };
  switch (refinement) {
    case Refinement::newton: {
      std::vector<Term> found = sequence(InterpolationMethod::postcondition);
      return !found.empty() ? found : sequence(InterpolationMethod::precondition);
    }
    case Refinement::seq_itp:
      return sequence(InterpolationMethod::resolution);
    case Refinement::integers:
      return sequence(InterpolationMethod::integers);
    case Refinement::bw_bin_itp:
      break;
  }
  auto found = interpolator_.backward_binary(formulas, InterpolationMethod::precondition);
  return found ? std::vector<Term>{found->interpolant} : std::vector<Term>{};
}

}  // namespace fencepost::engine::cegar
