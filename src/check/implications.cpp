#include "check/implications.h"

#include <algorithm>
#include <unordered_set>

#include "logic/atoms.h"
#include "logic/evaluate.h"
#include "logic/integers.h"
#include "logic/substitute.h"

namespace fencepost::check {

using logic::Op;
using logic::Term;

namespace {

constexpr int kMostRounds = 4;
constexpr size_t kMostModels = 40;
constexpr int kFewConflicts = 500, kManyConflicts = 20'000;

// variable = constant, or a Boolean variable or its negation.
std::optional<std::pair<Term, Term>> definition(logic::Terms& terms, Term conjunct) {
  if (conjunct.op() == Op::variable) return std::pair(conjunct, terms.boolean(true));
  if (conjunct.op() == Op::not_ && conjunct.args()[0].op() == Op::variable)
    return std::pair(conjunct.args()[0], terms.boolean(false));
  if (conjunct.op() != Op::eq) return std::nullopt;
  for (int side : {0, 1})
    if (conjunct.args()[side].op() == Op::variable && conjunct.args()[1 - side].is_const())
      return std::pair(conjunct.args()[side], conjunct.args()[1 - side]);
  return std::nullopt;
}

}  // namespace

std::vector<Term> disjuncts_of(logic::Terms& terms, Term formula) {
  std::vector<Term> all = logic::conjuncts_of(terms, terms.not_(formula));
  for (Term& one : all) one = terms.not_(one);
  return all;
}

Implications::Answer Implications::operator()(Term premise, Term conclusion) {
  statistics_.add("proof.obligations");
  if (is_plain(premise, conclusion) || proved_.contains({premise.id(), conclusion.id()})) return Answer::holds;
  Answer answer = decided(premise, conclusion);
  if (answer == Answer::holds) proved_.insert({premise.id(), conclusion.id()});
  return answer;
}

const Implications::Parts& Implications::conjuncts(Term formula) {
  auto [found, is_new] = conjuncts_.try_emplace(formula);
  if (is_new) found->second = logic::conjuncts_of(terms_, formula);
  return found->second;
}

const Implications::Parts& Implications::disjuncts(Term formula) {
  auto [found, is_new] = disjuncts_.try_emplace(formula);
  if (is_new) found->second = disjuncts_of(terms_, formula);
  return found->second;
}

bool Implications::is_plain(Term premise, Term conclusion) {
  if (premise.is_false() || conclusion.is_true() || premise == conclusion) return true;
  const Parts& parts = conjuncts(premise);
  const std::unordered_set<Term> known(parts.begin(), parts.end());
  auto is_known = [&](Term part) { return known.contains(part); };
  auto follows = [&](Term formula) { return is_known(formula) || std::ranges::all_of(conjuncts(formula), is_known); };
  return follows(conclusion) || std::ranges::all_of(conjuncts(conclusion), [&](Term part) {
           return is_known(part) || std::ranges::any_of(disjuncts(part), follows);
         });
}

Implications::Answer Implications::decided(Term premise, Term conclusion) {
  for (int round = 0; round < kMostRounds; ++round) {
    logic::Substitution put(terms_);
    std::vector<Term> rest;
    bool has_any = false, contradicts = false;
    for (Term part : conjuncts(premise)) {
      std::optional<std::pair<Term, Term>> known = definition(terms_, part);
      if (!known) {
        rest.push_back(part);
        continue;
      }
      has_any = true;
      contradicts = contradicts || !put.put(known->first, known->second);
    }
    if (contradicts) return Answer::holds;
    if (!has_any) break;
    premise = put(terms_.and_(rest));
    conclusion = put(conclusion);
    if (is_plain(premise, conclusion)) return Answer::holds;
  }
  if (premise.is_true() && conclusion.is_false()) return Answer::fails;
  if (proved_.contains({premise.id(), conclusion.id()})) return Answer::holds;
  Answer answer = solved(premise, conclusion);
  if (answer == Answer::holds) proved_.insert({premise.id(), conclusion.id()});
  return answer;
}

Implications::Answer Implications::solved(Term premise, Term conclusion) {
  auto told = [](logic::Answer answer) {
    return answer == logic::Answer::unsat ? Answer::holds
           : answer == logic::Answer::sat ? Answer::fails
                                          : Answer::not_known;
  };
  const Term against[] = {premise, terms_.not_(conclusion)};
  for (const logic::Assignment& model : models_) {
    logic::Evaluator value(model);
    if (value.holds(against[0]) && value.holds(against[1])) return Answer::fails;
  }
  statistics_.add("proof.questions");
  auto noted = [&](logic::Answer found, const auto& model) {
    if (found != logic::Answer::sat) return told(found);
    models_.push_front(model());
    if (models_.size() > kMostModels) models_.pop_back();
    return Answer::fails;
  };
  for (int most_conflicts : {kFewConflicts, kManyConflicts}) {
    logic::Answer found = (*questions_)(against, most_conflicts);
    Answer answer = noted(found, [&] { return questions_->model(); });
    if (answer != Answer::not_known) return answer;
    if (holds_on_integers(against, most_conflicts)) return Answer::holds;
  }
  for (logic::SolverKind kind : {logic::SolverKind::z3, logic::SolverKind::cvc5}) {
    statistics_.add("proof.hard-questions");
    auto solver = logic::make_solver(kind, terms_, budget_, statistics_);
    for (Term formula : against) solver->assert_term(formula);
    Answer answer = noted(solver->check(), [&] { return solver->model(); });
    if (answer != Answer::not_known) return answer;
  }
  return Answer::not_known;
}

bool Implications::holds_on_integers(std::span<const Term> against, int most_conflicts) {
  statistics_.add("proof.on-integers");
  logic::IntegerView view(terms_, against, logic::Wrapping::strict);
  auto solver = logic::make_solver(logic::SolverKind::z3, terms_, budget_, statistics_);
  solver->limit_conflicts(most_conflicts);
  for (Term formula : against) solver->assert_term(view.integer(formula));
  return solver->check() == logic::Answer::unsat;
}

}  // namespace fencepost::check
