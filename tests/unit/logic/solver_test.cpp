// What every solver behind the interface must do.
#include "logic/solver.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <thread>

#include "logic/evaluate.h"
#include "random_terms.h"
#include "solver_name.h"

namespace fencepost::logic::test {
namespace {

class SolverTest : public testing::TestWithParam<SolverKind> {
 protected:
  std::unique_ptr<Solver> solver() { return make_solver(GetParam(), terms_, budget_, statistics_); }
  Term boolean(const char* label) { return terms_.fresh(label, bool_sort()); }
  Term word(const char* label, unsigned width = 8) { return terms_.fresh(label, bv_sort(width)); }
  Term bv(Bits value, unsigned width = 8) { return terms_.bv(value, width); }
  Term op(Op kind, Term a, Term b) { return terms_.binary(kind, a, b); }

  // What ends the factoring of a product of two 31-bit primes, which takes far longer than any test may.
  std::optional<Resource> stopped_by(Budget& budget) {
    auto s = make_solver(GetParam(), terms_, budget, statistics_);
    Term p = word("p", 64), q = word("q", 64);
    try {
      s->assert_term(terms_.eq(op(Op::bv_mul, p, q), bv(Bits(1500450271) * 2038074743, 64)));
      for (Term factor : {p, q}) {
        s->assert_term(op(Op::bv_ult, bv(1, 64), factor));
        s->assert_term(op(Op::bv_ult, factor, bv(Bits(1) << 31, 64)));
      }
      s->assert_term(op(Op::bv_ult, p, q));
      s->check();
    } catch (const Exhausted& stopped) {
      return stopped.resource();
    }
    return std::nullopt;
  }

  Terms terms_;
  Budget budget_;
  Statistics statistics_;
};

TEST_P(SolverTest, Clauses) {
  auto s = solver();
  Term a = boolean("a"), b = boolean("b"), x = word("x");
  Term small = op(Op::bv_ult, x, bv(3));
  Clauses clauses;
  clauses.add({a, terms_.boolean(true)});
  EXPECT_TRUE(clauses.empty()) << "what holds anyway says nothing";
  clauses.add({a, b, terms_.boolean(false)});
  clauses.add({terms_.not_(a), terms_.and_(small, terms_.eq(x, bv(2)))});
  clauses.add({terms_.not_(b), terms_.not_(terms_.or_(a, small))});
  EXPECT_EQ(clauses.size(), 3u);
  EXPECT_EQ(clauses[0].size(), 2u);
  s->assert_clauses(clauses);
  Term assumed[] = {a};
  ASSERT_EQ(s->check(assumed), Answer::sat);
  EXPECT_EQ(evaluate(x, s->model()), 2u);
  Term impossible[] = {small, b};
  EXPECT_EQ(s->check(impossible), Answer::unsat);
  Clauses contradiction;
  contradiction.add({terms_.boolean(false)});
  s->push();
  s->assert_clauses(contradiction);
  EXPECT_EQ(s->check(), Answer::unsat);
  s->pop();
  EXPECT_EQ(s->check(), Answer::sat);
}

TEST_P(SolverTest, TrueAndFalse) {
  auto s = solver();
  EXPECT_EQ(s->check(), Answer::sat);
  s->assert_term(terms_.boolean(true));
  EXPECT_EQ(s->check(), Answer::sat);
  s->assert_term(terms_.boolean(false));
  EXPECT_EQ(s->check(), Answer::unsat);
  EXPECT_TRUE(s->core().empty());
}

TEST_P(SolverTest, ModelHasEveryVariable) {
  auto s = solver();
  Term x = word("x"), y = word("y"), b = boolean("b");
  s->assert_term(terms_.eq(op(Op::bv_add, x, y), bv(77)));
  s->assert_term(terms_.or_(b, terms_.eq(x, y)));
  ASSERT_EQ(s->check(), Answer::sat);
  Assignment model = s->model();
  EXPECT_EQ(model.size(), 3u);
  EXPECT_TRUE(low_bits(model.at(x) + model.at(y), 8) == 77);
  EXPECT_TRUE(model.at(b) == 1 || model.at(x) == model.at(y));
}

TEST_P(SolverTest, AssumptionsHoldForOneCheck) {
  auto s = solver();
  Term a = boolean("a"), x = word("x");
  s->assert_term(terms_.implies(a, op(Op::bv_ult, x, bv(10))));
  Term big = op(Op::bv_ult, bv(20), x);
  Term both[] = {a, big};
  EXPECT_EQ(s->check(both), Answer::unsat);
  EXPECT_EQ(s->core().size(), 2u);
  Term one[] = {big};
  ASSERT_EQ(s->check(one), Answer::sat);
  EXPECT_TRUE(s->model().at(x) > 20);
  EXPECT_EQ(s->check(), Answer::sat);
}

TEST_P(SolverTest, CoreLeavesOutWhatDoesNotMatter) {
  auto s = solver();
  std::vector<Term> assumptions;
  Term x = word("x", 32);
  for (unsigned i = 0; i < 20; ++i) assumptions.push_back(terms_.eq(terms_.extract(x, i, i), bv(i % 2, 1)));
  s->assert_term(terms_.eq(terms_.extract(x, 7, 6), bv(3, 2)));
  ASSERT_EQ(s->check(assumptions), Answer::unsat);
  std::vector<Term> core = s->core();
  ASSERT_EQ(core.size(), 1u);
  EXPECT_EQ(core[0], assumptions[6]);
}

TEST_P(SolverTest, ConstantAndRepeatedAssumptions) {
  auto s = solver();
  Term a = boolean("a");
  Term repeated[] = {a, terms_.boolean(true), a};
  EXPECT_EQ(s->check(repeated), Answer::sat);
  Term contradictory[] = {a, terms_.not_(a)};
  EXPECT_EQ(s->check(contradictory), Answer::unsat);
  EXPECT_EQ(s->core().size(), 2u);
  Term impossible[] = {a, terms_.boolean(false)};
  EXPECT_EQ(s->check(impossible), Answer::unsat);
  EXPECT_EQ(s->core(), std::vector<Term>{terms_.boolean(false)});
}

TEST_P(SolverTest, PushAndPop) {
  auto s = solver();
  Term x = word("x");
  s->assert_term(op(Op::bv_ult, x, bv(10)));
  s->push();
  s->assert_term(op(Op::bv_ult, bv(5), x));
  s->push();
  s->assert_term(terms_.eq(terms_.extract(x, 0, 0), bv(1, 1)));
  s->assert_term(terms_.ne(x, bv(7)));
  ASSERT_EQ(s->check(), Answer::sat);
  EXPECT_TRUE(s->model().at(x) == 9);
  s->assert_term(terms_.ne(x, bv(9)));
  EXPECT_EQ(s->check(), Answer::unsat);
  s->pop();
  ASSERT_EQ(s->check(), Answer::sat);
  EXPECT_TRUE(s->model().at(x) > 5);
  s->pop();
  Term small[] = {op(Op::bv_ult, x, bv(2))};
  EXPECT_EQ(s->check(small), Answer::sat);
  s->push();
  s->assert_term(terms_.boolean(false));
  EXPECT_EQ(s->check(), Answer::unsat);
  s->pop();
  EXPECT_EQ(s->check(), Answer::sat);
}

// The same assumption, used inside a level and again after the level is gone.
TEST_P(SolverTest, AssumptionSurvivesPop) {
  auto s = solver();
  Term x = word("x");
  Term small = op(Op::bv_ult, x, bv(3));
  Term assumptions[] = {small};
  s->push();
  EXPECT_EQ(s->check(assumptions), Answer::sat);
  s->pop();
  ASSERT_EQ(s->check(assumptions), Answer::sat);
  EXPECT_TRUE(s->model().at(x) < 3);
  s->assert_term(op(Op::bv_ult, bv(3), x));
  EXPECT_EQ(s->check(assumptions), Answer::unsat);
}

TEST_P(SolverTest, ModelSearchIsExhaustive) {
  auto s = solver();
  Term x = word("x", 4);
  s->assert_term(terms_.eq(op(Op::bv_mul, x, x), bv(1, 4)));
  int found = 0;
  while (s->check() == Answer::sat) {
    Bits value = s->model().at(x);
    ASSERT_TRUE(low_bits(value * value, 4) == 1);
    s->assert_term(terms_.ne(x, bv(value, 4)));
    ++found;
  }
  EXPECT_EQ(found, 4);  // 1, 7, 9, 15
}

TEST_P(SolverTest, SpentBudgetThrows) {
  Budget limited;
  limited.limit_time(0.3);
  EXPECT_EQ(stopped_by(limited), Resource::time);
}

TEST_P(SolverTest, CancellationReachesARunningSolver) {
  Budget budget;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    budget.cancel();
  });
  EXPECT_EQ(stopped_by(budget), Resource::interrupt);
  other.join();
}

TEST_P(SolverTest, MemoryLimitThrows) {
  Budget limited;
  limited.limit_memory(1);
  EXPECT_EQ(stopped_by(limited), Resource::memory);
}

TEST_P(SolverTest, CancelledBudgetThrows) {
  auto s = solver();
  budget_.cancel();
  try {
    s->check();
    FAIL() << "no Exhausted";
  } catch (const Exhausted& stopped) {
    EXPECT_EQ(stopped.resource(), Resource::interrupt);
  }
}

TEST_P(SolverTest, StatisticsCountChecks) {
  auto s = solver();
  s->check();
  s->check();
  bool on_cadical = GetParam() == SolverKind::lazy_floats;
  EXPECT_EQ(statistics_.get((on_cadical ? "cadical" : name(GetParam())) + ".checks"), 2);
}

// Each operator, against the evaluator: the value under random inputs is the only one the solver allows.
TEST_P(SolverTest, OperatorsMeanWhatTheEvaluatorSays) {
  RandomOptions options{.widths = {1, 3, 8, 13}, .variables = 2, .constant_percent = 10};
  for (uint64_t seed = 0; seed < 25; ++seed) {
    RandomTerms random(seed + 40, options);
    auto s = make_solver(GetParam(), random.terms(), budget_, statistics_);
    Terms& t = random.terms();
    Assignment inputs = random.random_assignment(false, seed);
    std::vector<Term> fixed;
    for (const Twin& twin : random.variables()) {
      Term v = twin.simple;
      Bits value = inputs.at(v);
      fixed.push_back(v.sort().kind == SortKind::boolean ? (value != 0 ? v : t.not_(v))
                                                         : t.eq(v, t.bv(value, v.sort().width)));
    }
    for (Term f : fixed) s->assert_term(f);
    Evaluator value(inputs);
    for (int i = 0; i < 60; ++i) {
      Term made = random.step().simple;
      Bits expected = value(made);
      Term right = made.sort().kind == SortKind::boolean ? (expected != 0 ? made : t.not_(made))
                                                         : t.eq(made, t.bv(expected, made.sort().width));
      Term wrong[] = {t.not_(right)};
      ASSERT_EQ(s->check(wrong), Answer::unsat) << name(GetParam()) << " seed " << seed << ": " << to_string(made);
    }
  }
}

TEST_P(SolverTest, SignedDivisionByPowersOfTwo) {
  for (unsigned exponent = 0; exponent < 6; ++exponent)
    for (Op kind : {Op::bv_sdiv, Op::bv_srem}) {
      auto s = solver();
      Term x = word("x", 6), divided = op(kind, x, bv(Bits(1) << exponent, 6));
      for (Bits value = 0; value < 64; ++value) {
        Term is_value[] = {terms_.eq(x, bv(value, 6))};
        ASSERT_EQ(s->check(is_value), Answer::sat);
        Assignment only{{x, value}};
        Term is_wrong[] = {is_value[0], terms_.not_(terms_.eq(divided, bv(evaluate(divided, only), 6)))};
        EXPECT_EQ(s->check(is_wrong), Answer::unsat) << static_cast<unsigned>(value) << " by 2^" << exponent;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(All, SolverTest,
                         testing::Values(SolverKind::cadical, SolverKind::lazy_floats, SolverKind::z3,
                                         SolverKind::cvc5),
                         [](const auto& chosen) { return name(chosen.param); });

}  // namespace
}  // namespace fencepost::logic::test
