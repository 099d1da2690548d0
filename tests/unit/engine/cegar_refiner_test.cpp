// A path that fails is a run, or teaches the domain something that excludes it.
#include <gtest/gtest.h>

#include <algorithm>

#include "cegar_programs.h"
#include "engine/cegar/predicates.h"
#include "engine/cegar/refiner.h"

namespace fencepost::engine::cegar {
namespace {

std::optional<Trace> first(std::vector<Trace> traces) {
  if (traces.empty()) return std::nullopt;
  return std::move(traces.front());
}

struct Subject : TwoCounters {
  Interleaving steps{program, terms, CegarOptions::Semantics::por, false};
  Predicates domain{program, terms, steps, CegarOptions::Domain::pred_cart, budget, statistics};
  CegarOptions options;
  Abstractor abstractor{program, steps, domain, options, budget};
  Refiner refiner{program, terms, steps, Refinement::newton, budget, statistics};
  using TwoCounters::TwoCounters;

  std::optional<Trace> explore() {
    abstractor.start();
    return first(abstractor.explore());
  }
};

TEST(Refiner, ExcludesATraceByTheProgramsText) {
  Subject subject;
  std::optional<Trace> trace = subject.explore();
  ASSERT_TRUE(trace);
  auto outcome = subject.refiner.refine(*trace, subject.domain);
  EXPECT_EQ(std::get<Refiner::Outcome>(outcome), Refiner::Outcome::refined);
  EXPECT_EQ(subject.refiner.learnt(), std::vector{subject.at_limit});
  std::optional<Trace> next = subject.explore();
  EXPECT_TRUE(!next || next->moves.size() > trace->moves.size());
}

// A million iterations are not followed: what they keep is found in a few rounds.
TEST(Refiner, ALoopDoesNotTeachItsIterations) {
  Subject subject;
  size_t rounds = 0;
  while (std::optional<Trace> trace = subject.explore()) {
    ASSERT_LT(++rounds, 10u);
    auto outcome = subject.refiner.refine(*trace, subject.domain);
    ASSERT_TRUE(std::holds_alternative<Refiner::Outcome>(outcome));
    ASSERT_EQ(std::get<Refiner::Outcome>(outcome), Refiner::Outcome::refined);
  }
}

TEST(Refiner, ARunIsARun) {
  struct Failing : flat::testing::Builder {
    flat::TemplateId main = thread("main");
    flat::VarId x = own(main, "x");
    Failing() {
      edge(main, 0, 1, flat::Havoc{x});
      edge(main, 1, 2, flat::Check{core::Undef::assertion, terms.ne((*this)(x), num(7)), "no seven"});
      done();
    }
  } made;
  Budget budget;
  Statistics statistics;
  Interleaving steps(made.program, made.terms, CegarOptions::Semantics::por, false);
  Predicates domain(made.program, made.terms, steps, CegarOptions::Domain::pred_cart, budget, statistics);
  CegarOptions options;
  Abstractor abstractor(made.program, steps, domain, options, budget);
  Refiner refiner(made.program, made.terms, steps, Refinement::newton, budget, statistics);
  std::optional<Trace> trace = first(abstractor.explore());
  ASSERT_TRUE(trace);
  auto outcome = refiner.refine(*trace, domain);
  ASSERT_TRUE(std::holds_alternative<ConcreteRun>(outcome));
  const ConcreteRun& run = std::get<ConcreteRun>(outcome);
  ASSERT_EQ(run.steps.size(), 2u);
  EXPECT_EQ(run.steps[0].chosen, logic::Bits{7});
}

TEST(PathProof, TakesWhatTheContradictionRestsOn) {
  Subject subject;
  Trace trace = *subject.explore();
  PathProof proof(subject.program, subject.terms, subject.steps, subject.budget, subject.statistics);
  Term other = subject.terms.eq(subject(subject.j), subject.num(3, 32));
  EXPECT_EQ(proof(trace, {other, subject.at_limit}), std::vector{subject.at_limit});
  EXPECT_EQ(proof(trace, {other}), std::nullopt);
}

TEST(Candidates, HaveTheConditionsAndTheirBounds) {
  Subject subject;
  Trace trace = *subject.explore();
  Candidates candidates(subject.program, subject.terms, subject.steps);
  std::vector<Term> conditions = candidates.of(trace, 0), bounds = candidates.of(trace, 1);
  auto has = [](const std::vector<Term>& list, Term term) { return std::ranges::find(list, term) != list.end(); };
  Term at_most = subject.terms.binary(logic::Op::bv_slt, subject(subject.i), subject.num(1000001, 32));
  EXPECT_TRUE(has(conditions, subject.equal));
  EXPECT_TRUE(has(conditions, subject.at_limit));
  EXPECT_FALSE(has(conditions, at_most));
  EXPECT_TRUE(has(bounds, at_most));
}

}  // namespace
}  // namespace fencepost::engine::cegar
