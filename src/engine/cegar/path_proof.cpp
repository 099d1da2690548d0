#include "engine/cegar/path_proof.h"

#include <algorithm>
#include <unordered_set>

#include "engine/solvers.h"
#include "logic/evaluate.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

namespace {

constexpr int kMostConflictsOfPath = 500;  // of one question

}  // namespace

std::optional<std::vector<Term>> PathProof::operator()(const Trace& trace, const std::vector<Term>& predicates) {
  Timer timer(statistics_, "time.path-proof");
  predicates_ = predicates;
  variables_.clear();
  for (Term predicate : predicates) variables_.push_back(logic::variables_of({predicate}));
  facts_.clear();
  now_.assign(predicates.size(), std::nullopt);
  bool is_run = !step(steps_.beginning());
  forget_dead(0, flat::index(steps_.entry()));
  for (size_t i = 0; i < trace.moves.size() && is_run; ++i) {
    const Move& move = *trace.moves[i];
    is_run = !step(move.action);
    forget_dead(move.thread, steps_[move.to].at[move.thread]);
  }
  is_run = is_run && !step(trace.failure.action);
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

std::vector<size_t> PathProof::facts_of(const std::vector<Term>& core) const {
  std::vector<size_t> facts;
  for (const std::optional<size_t>& fact : now_)
    if (fact && std::ranges::find(core, literal(facts_[*fact])) != core.end()) facts.push_back(*fact);
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

// Questions are few and small, so that a new solver, which has to give values to nothing else, is the fastest.
bool PathProof::step(uint32_t number) {
  budget_.check();
  const Action& action = steps_.action(number);
  Preimage& before = preimages_.try_emplace(number, terms_, action).first->second;
  std::unordered_set<Term> written;
  for (const Update& update : action.updates) written.insert(update.variable);
  bool is_guarded = !action.guard.is_true();
  std::vector<Term> asked;
  std::vector<std::pair<size_t, Term>> open;  // predicates, and what they say before the step
  std::vector<Fact> told;
  std::vector<size_t> lost;
  for (size_t i : concerned(action)) {
    if (now_[i]) asked.push_back(literal(facts_[*now_[i]]));
    bool is_written = std::ranges::any_of(variables_[i], [&](Term variable) { return written.contains(variable); });
    if (is_written) lost.push_back(i);
    if (!is_written && (now_[i] || !is_guarded)) continue;
    Term goal = before(predicates_[i]);
    if (goal.is_const())
      told.push_back({i, goal.is_true()});
    else
      open.emplace_back(i, goal);
  }
  if (is_guarded) asked.push_back(action.guard);
  if (!open.empty() || is_guarded) {
    std::vector<Term> all = asked;
    for (const auto& [predicate, goal] : open) all.push_back(goal);
    auto solver = logic::make_solver(fastest_for(all), terms_, budget_, statistics_);
    solver->limit_conflicts(kMostConflictsOfPath);
    logic::Answer answer = solver->check(asked);
    if (answer == logic::Answer::unsat) {
      reason_ = facts_of(solver->core());
      return true;
    }
    std::vector<std::optional<bool>> seen(open.size());  // how each may be; nothing: both ways
    auto look = [&](size_t from, bool is_first) {
      logic::Assignment model = solver->model();
      logic::Evaluator value(model);
      for (size_t k = from; k < open.size(); ++k) {
        bool holds = value.holds(open[k].second);
        if (is_first)
          seen[k] = holds;
        else if (seen[k] && *seen[k] != holds)
          seen[k].reset();
      }
    };
    if (answer == logic::Answer::sat) look(0, true);
    for (size_t k = 0; k < open.size(); ++k) {
      if (!seen[k]) continue;
      asked.push_back(*seen[k] ? terms_.not_(open[k].second) : open[k].second);
      answer = solver->check(asked);
      asked.pop_back();
      if (answer == logic::Answer::unsat) told.push_back({open[k].first, *seen[k], facts_of(solver->core())});
      if (answer == logic::Answer::sat) look(k + 1, false);
    }
  }
  for (size_t i : lost) now_[i].reset();
  for (Fact& fact : told) {
    now_[fact.predicate] = facts_.size();
    facts_.push_back(std::move(fact));
  }
  return false;
}

}  // namespace fencepost::engine::cegar
