// All solvers and the evaluator must tell the same story about random formulas.
#include <gtest/gtest.h>

#include "logic/evaluate.h"
#include "random_terms.h"
#include "solver_name.h"

namespace fencepost::logic::test {
namespace {

constexpr SolverKind kAll[] = {SolverKind::cadical, SolverKind::lazy_floats, SolverKind::z3, SolverKind::cvc5};

struct Outcome {
  Answer answer = Answer::unknown;
  std::vector<Term> core;
};

Outcome solve(SolverKind kind, Terms& terms, std::span<const Term> asserted, std::span<const Term> assumed) {
  Budget budget;
  Statistics statistics;
  auto solver = make_solver(kind, terms, budget, statistics);
  for (Term term : asserted) solver->assert_term(term);
  Outcome outcome{solver->check(assumed), {}};
  if (outcome.answer == Answer::sat) {
    Assignment model = solver->model();
    Evaluator value(model);
    for (auto list : {asserted, assumed})
      for (Term term : list) EXPECT_TRUE(value.holds(term)) << name(kind) << " model violates " << to_string(term);
  } else if (outcome.answer == Answer::unsat) {
    outcome.core = solver->core();
  }
  return outcome;
}

void expect_agreement(Terms& terms, const std::vector<Term>& asserted, const std::vector<Term>& assumed,
                      const std::string& where, int* unsatisfiable) {
  Answer first = Answer::unknown;
  for (SolverKind kind : kAll) {
    Outcome outcome = solve(kind, terms, asserted, assumed);
    ASSERT_NE(outcome.answer, Answer::unknown) << name(kind) << " " << where;
    if (first == Answer::unknown) first = outcome.answer;
    ASSERT_EQ(outcome.answer, first) << name(kind) << " " << where;
    if (outcome.answer != Answer::unsat) continue;
    *unsatisfiable += 1;
    for (Term term : outcome.core)
      EXPECT_NE(std::find(assumed.begin(), assumed.end(), term), assumed.end()) << name(kind) << " " << where;
    EXPECT_EQ(solve(kind, terms, asserted, outcome.core).answer, Answer::unsat) << name(kind) << " core " << where;
  }
}

void random_formulas(uint64_t seed, int count, const RandomOptions& options) {
  int unsatisfiable = 0;
  for (int i = 0; i < count; ++i) {
    RandomTerms random(seed + static_cast<uint64_t>(i), options);
    std::vector<Term> formulas;
    for (int step = 0; step < 60; ++step) {
      Twin twin = random.step();
      if (twin.sort().kind == SortKind::boolean && !twin.simple.is_const()) formulas.push_back(twin.simple);
    }
    std::vector<Term> asserted, assumed;
    for (size_t k = 0; k < formulas.size(); ++k) (k % 3 == 0 ? asserted : assumed).push_back(formulas[k]);
    std::string where = "seed " + std::to_string(seed + static_cast<uint64_t>(i));
    ASSERT_NO_FATAL_FAILURE(expect_agreement(random.terms(), asserted, assumed, where, &unsatisfiable));
  }
  EXPECT_GT(unsatisfiable, 0) << "the formulas are too easy to mean anything";
}

TEST(Agreement, SmallWidths) { random_formulas(100, 40, {.widths = {1, 2, 4}, .variables = 2}); }

TEST(Agreement, BooleanHeavy) {
  random_formulas(300, 40, {.widths = {3}, .variables = 3, .constant_percent = 5, .boolean_percent = 80});
}

TEST(Agreement, WideWithoutProducts) {
  random_formulas(500, 20, {.widths = {8, 32, 64, 128}, .variables = 2, .division = false, .multiplication = false});
}

// Wide circuits for every operator: with inputs fixed there is one value.
TEST(Agreement, WideOperatorsOnFixedInputs) {
  for (uint64_t seed = 0; seed < 6; ++seed) {
    RandomTerms random(seed + 900, {.widths = {17, 32, 64, 100, 128}, .constant_percent = 15});
    Terms& t = random.terms();
    Assignment inputs = random.random_assignment(false, seed);
    Evaluator value(inputs);
    Budget budget;
    Statistics statistics;
    auto solver = make_solver(SolverKind::cadical, t, budget, statistics);
    for (const Twin& twin : random.variables()) {
      Term v = twin.simple;
      bool boolean = v.sort().kind == SortKind::boolean;
      solver->assert_term(t.eq(v, boolean ? t.boolean(inputs.at(v) != 0) : t.bv(inputs.at(v), v.sort().width)));
    }
    for (int i = 0; i < 60; ++i) {
      Term made = random.step().simple;
      bool boolean = made.sort().kind == SortKind::boolean;
      Term expected = boolean ? t.boolean(value.holds(made)) : t.bv(value(made), made.sort().width);
      Term wrong[] = {t.ne(made, expected)};
      ASSERT_EQ(solver->check(wrong), Answer::unsat) << "seed " << seed << ": " << to_string(made);
    }
  }
}

// One long incremental session against a fresh solver at each step.
TEST(Agreement, IncrementalEqualsFromScratch) {
  for (SolverKind kind : kAll) {
    RandomTerms random(77, {.widths = {1, 3, 5}, .variables = 2});
    Budget budget;
    Statistics statistics;
    auto incremental = make_solver(kind, random.terms(), budget, statistics);
    std::vector<std::vector<Term>> levels(1);
    for (int round = 0; round < 400; ++round) {
      Twin twin = random.step();
      size_t choice = random.below(10);
      if (choice == 0) {
        incremental->push();
        levels.emplace_back();
      } else if (choice == 1 && levels.size() > 1) {
        incremental->pop();
        levels.pop_back();
      }
      if (twin.sort().kind != SortKind::boolean) continue;
      std::vector<Term> all;
      for (const auto& level : levels) all.insert(all.end(), level.begin(), level.end());
      Term assumption[] = {twin.simple};
      Answer expected = solve(SolverKind::cadical, random.terms(), all, assumption).answer;
      ASSERT_EQ(incremental->check(assumption), expected) << name(kind) << " round " << round;
      // Keep what is possible, so that the session does not end in a contradiction at once.
      if (expected == Answer::sat && choice > 5) {
        incremental->assert_term(twin.simple);
        levels.back().push_back(twin.simple);
      }
    }
  }
}

}  // namespace
}  // namespace fencepost::logic::test
