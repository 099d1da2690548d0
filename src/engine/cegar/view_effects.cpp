// What a step makes of what is known about a view: questions to solvers about the predicates after it.
#include <algorithm>

#include "engine/cegar/view_abstraction.h"
#include "logic/enumerate.h"
#include "logic/integers.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

using flat::Configuration;

namespace {

constexpr int kMostConflictsOnBits = 1'000, kMostConflictsOnIntegers = 50'000;

}  // namespace

ViewAbstraction::Effect& ViewAbstraction::effect_of(const Action& action) {
  auto found = effects_.find(&action);
  if (found != effects_.end()) return found->second;
  Effect effect{logic::Substitution(terms_), {}};
  for (const Update& update : action.updates) {
    effect.before.put(update.variable, update.value);
    effect.changed.insert(update.variable);
  }
  return effects_.emplace(&action, std::move(effect)).first->second;
}

const std::vector<Term>& ViewAbstraction::variables(Term of) {
  auto [found, is_new] = variables_.try_emplace(of);
  if (is_new) found->second = logic::variables_of({of});
  return found->second;
}

std::vector<ViewAbstraction::Values> ViewAbstraction::post(const Values& before, const Action& action, Term known,
                                                           const Configuration& after, uint8_t kept) {
  Effect& effect = effect_of(action);
  Values result(before.size(), kOpen);
  std::vector<size_t> open;
  std::vector<Term> goals;
  for (size_t i = 0; i < before.size(); ++i) {
    const ViewPredicates::Form& form = predicates_[i];
    if ((form.slots & ~kept) != 0 || !predicates_.is_about(i, after)) continue;
    bool is_changed = std::ranges::any_of(form.variables, [&](Term v) { return effect.changed.contains(v); });
    if (!is_changed && before[i] != kOpen) {
      result[i] = before[i];
      continue;
    }
    Term goal = effect.before(form.term);
    if (goal.is_const()) {
      result[i] = goal.is_true() ? kHolds : kFails;
    } else {
      open.push_back(i);
      goals.push_back(goal);
    }
  }
  std::vector<Values> all;
  for (const std::string& answer : asked(before, terms_.and_(action.guard, known), goals)) {
    all.push_back(result);
    for (size_t i = 0; i < open.size(); ++i) all.back()[open[i]] = answer[i];
  }
  return all;
}

// How the goals can be together, where the premise and what has to do with either holds.
std::vector<std::string> ViewAbstraction::asked(const Values& before, Term premise, const std::vector<Term>& goals) {
  if (premise.is_false()) return {};
  if (premise.is_true() && goals.empty()) return {""};
  std::unordered_set<Term> reached(variables(premise).begin(), variables(premise).end());
  for (Term goal : goals) reached.insert(variables(goal).begin(), variables(goal).end());
  std::vector<bool> relevant(before.size(), false);
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < before.size(); ++i) {
      const std::vector<Term>& of = predicates_[i].variables;
      if (relevant[i] || before[i] == kOpen || std::ranges::none_of(of, [&](Term v) { return reached.contains(v); }))
        continue;
      relevant[i] = grew = true;
      reached.insert(of.begin(), of.end());
    }
  }
  std::string key;
  append(key, premise.id());
  for (Term goal : goals) append(key, goal.id());
  append(key, ~0u);
  for (uint32_t i = 0; i < before.size(); ++i)
    if (relevant[i]) append(key, 2 * i + (before[i] == kHolds ? 1 : 0));
  auto known = answers_.find(key);
  if (known != answers_.end()) return known->second;
  budget_.check();
  statistics_.add("views.questions");
  std::vector<Term> premises{premise};
  for (size_t i = 0; i < before.size(); ++i)
    if (relevant[i]) premises.push_back(before[i] == kHolds ? predicates_[i].term : terms_.not_(predicates_[i].term));
  std::vector<Term> terms = premises;
  terms.insert(terms.end(), goals.begin(), goals.end());
  logic::Solver& solver = solvers_(terms);
  solver.limit_conflicts(kMostConflictsOnBits);
  logic::Combinations found = logic::enumerate(terms_, solver, goals, kMostCombinations, premises);
  if (!found.complete && found.values.size() < kMostCombinations) found = on_integers(premises, goals);
  if (!found.complete) throw TooMany{};
  std::vector<std::string> answers;
  for (const std::vector<logic::Bits>& values : found.values) {
    std::string& answer = answers.emplace_back();
    for (logic::Bits value : values) answer += value != 0 ? kHolds : kFails;
  }
  return answers_.emplace(std::move(key), std::move(answers)).first->second;
}

// Orders among several words are hard to tell by their bits, and easy among numbers. Perhaps more combinations than there are.
logic::Combinations ViewAbstraction::on_integers(const std::vector<Term>& premises, const std::vector<Term>& goals) {
  statistics_.add("views.on-integers");
  std::vector<Term> all = premises;
  all.insert(all.end(), goals.begin(), goals.end());
  logic::IntegerView view(terms_, all, logic::Wrapping::strict);
  std::vector<Term> known, observed;
  for (Term premise : premises) known.push_back(view.integer(premise));
  for (Term goal : goals) {
    observed.push_back(view.without_ranges(goal));
    known.push_back(view.ranges(observed.back()));
  }
  auto solver = logic::make_solver(logic::SolverKind::z3, terms_, budget_, statistics_);
  solver->limit_conflicts(kMostConflictsOnIntegers);
  for (Term one : known) solver->assert_term(one);
  return logic::enumerate(terms_, *solver, observed, kMostCombinations);
}

}  // namespace fencepost::engine::cegar
