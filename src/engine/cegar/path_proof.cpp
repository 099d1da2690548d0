#include "engine/cegar/path_proof.h"

#include <algorithm>
#include <unordered_set>

#include "engine/cegar/solvers.h"
#include "logic/evaluate.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

namespace {

constexpr int kMostConflicts = 500;  // of one question

}  // namespace

std::optional<std::vector<Term>> PathProof::operator()(const Trace& trace, const std::vector<Term>& predicates) {
  Timer timer(statistics_, "time.path-proof");
  versions_.restart();
  predicates_ = predicates;
  variables_.clear();
  for (Term predicate : predicates) variables_.push_back(logic::variables_of({predicate}));
  facts_.clear();
  now_.assign(predicates.size(), std::nullopt);
  std::vector<Term> all = predicates;
  std::vector<const Action*> actions{&steps_.action(steps_.beginning())};
  for (const Move* move : trace.moves) actions.push_back(&steps_.action(move->action));
  actions.push_back(&steps_.action(trace.failure.action));
  for (const Action* action : actions) {
    all.push_back(action->guard);
    for (const Update& update : action->updates)
      if (update.value) all.push_back(update.value);
  }
  auto solver = logic::make_solver(fastest_for(all), terms_, budget_, statistics_);
  solver->limit_conflicts(kMostConflicts);
  bool is_run = true;
  for (size_t i = 0; i < actions.size() && is_run; ++i) {
    is_run = !step(*actions[i], *solver);
    bool is_move = i > 0 && i <= trace.moves.size();
    uint32_t thread = is_move ? trace.moves[i - 1]->thread : 0;
    if (is_move) forget_dead(thread, steps_[trace.moves[i - 1]->to].at[thread]);
    if (i == 0) forget_dead(0, flat::index(steps_.entry()));
  }
  if (is_run) return std::nullopt;
  std::vector<bool> needed(facts_.size(), false), used(predicates.size(), false);
  for (size_t fact : reason_) needed[fact] = true;
  for (size_t i = facts_.size(); i-- > 0;) {
    if (!needed[i]) continue;
    used[facts_[i].predicate] = true;
    for (size_t fact : facts_[i].rests_on) needed[fact] = true;
  }
  std::vector<Term> result;
  for (size_t i = 0; i < predicates.size(); ++i)
    if (used[i]) result.push_back(predicates[i]);
  return result;
}

void PathProof::forget_dead(uint32_t thread, uint32_t location) {
  for (size_t i = 0; i < predicates_.size(); ++i) {
    auto is_dead = [&](Term variable) { return liveness_.is_dead(variable, thread, location); };
    if (now_[i] && std::ranges::any_of(variables_[i], is_dead)) now_[i].reset();
  }
}

std::vector<Term> PathProof::premises() const {
  std::vector<Term> formulas;
  for (const std::optional<size_t>& fact : now_)
    if (fact) formulas.push_back(facts_[*fact].formula);
  return formulas;
}

std::vector<size_t> PathProof::facts_of(const std::vector<Term>& core) const {
  std::vector<size_t> facts;
  for (const std::optional<size_t>& fact : now_)
    if (fact && std::ranges::find(core, facts_[*fact].formula) != core.end()) facts.push_back(*fact);
  return facts;
}

// The predicates about which the action may tell something, over any number of others in between.
std::vector<size_t> PathProof::concerned(const Action& action) const {
  std::vector<Term> terms{action.guard};
  for (const Update& update : action.updates) {
    terms.push_back(update.variable);
    if (update.value) terms.push_back(update.value);
  }
  std::vector<Term> start = logic::variables_of(terms);
  std::unordered_set<Term> reached(start.begin(), start.end());
  std::vector<bool> is_concerned(predicates_.size(), false);
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < predicates_.size(); ++i) {
      if (is_concerned[i] || std::ranges::none_of(variables_[i], [&](Term v) { return reached.contains(v); })) continue;
      is_concerned[i] = grew = true;
      reached.insert(variables_[i].begin(), variables_[i].end());
    }
  }
  std::vector<size_t> found;
  for (size_t i = 0; i < predicates_.size(); ++i)
    if (is_concerned[i]) found.push_back(i);
  return found;
}

bool PathProof::step(const Action& action, logic::Solver& solver) {
  budget_.check();
  std::vector<Term> asked = premises();
  Term formula = formula_of(terms_, versions_, action);
  if (!formula.is_true()) asked.push_back(formula);
  bool is_guarded = !action.guard.is_true();
  std::vector<std::pair<size_t, Term>> open;  // predicates, and what they say after the step
  std::vector<size_t> lost;
  for (size_t i : concerned(action)) {
    Term after = versions_.now(predicates_[i]);
    bool is_known = now_[i] && (facts_[*now_[i]].formula == after || facts_[*now_[i]].formula == terms_.not_(after));
    if (is_known) continue;
    if (now_[i]) lost.push_back(i);
    open.emplace_back(i, after);
  }
  auto is_written = [&](size_t i) {
    return std::ranges::any_of(variables_[i], [&](Term variable) {
      return std::ranges::any_of(action.updates, [&](const Update& update) { return update.variable == variable; });
    });
  };
  if (!is_guarded) std::erase_if(open, [&](const auto& one) { return !is_written(one.first); });
  if (open.empty() && !is_guarded) return false;
  logic::Answer answer = solver.check(asked);
  if (answer == logic::Answer::unsat) {
    reason_ = facts_of(solver.core());
    return true;
  }
  std::vector<std::optional<bool>> seen(open.size());  // how each may be; nothing: both ways
  if (answer == logic::Answer::sat) {
    logic::Assignment model = solver.model();
    logic::Evaluator value(model);
    for (size_t k = 0; k < open.size(); ++k) seen[k] = value.holds(open[k].second);
  }
  std::vector<std::pair<size_t, Fact>> told;
  for (size_t k = 0; k < open.size(); ++k) {
    if (!seen[k]) continue;
    Term otherwise = *seen[k] ? terms_.not_(open[k].second) : open[k].second;
    if (!otherwise.is_false()) {
      asked.push_back(otherwise);
      answer = solver.check(asked);
      asked.pop_back();
    } else {
      answer = logic::Answer::unsat;
    }
    if (answer == logic::Answer::unsat) {
      std::vector<size_t> rests_on;
      if (!otherwise.is_false()) rests_on = facts_of(solver.core());
      told.push_back({open[k].first, {terms_.not_(otherwise), open[k].first, std::move(rests_on)}});
    } else if (answer == logic::Answer::sat) {
      logic::Assignment model = solver.model();
      logic::Evaluator value(model);
      for (size_t j = k + 1; j < open.size(); ++j)
        if (seen[j] && *seen[j] != value.holds(open[j].second)) seen[j].reset();
    }
  }
  for (size_t i : lost) now_[i].reset();
  for (auto& [predicate, fact] : told) {
    now_[predicate] = facts_.size();
    facts_.push_back(std::move(fact));
  }
  return false;
}

}  // namespace fencepost::engine::cegar
