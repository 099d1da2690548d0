// What of the graph is built anew after a refinement, and how many failures are met at once.
#include <gtest/gtest.h>

#include "cegar_programs.h"
#include "engine/cegar/predicates.h"

namespace fencepost::engine::cegar {
namespace {

// x is set after a long way that says nothing about it, and read on two branches.
struct LateKnowledge : flat::testing::Builder {
  static constexpr uint32_t kWay = 20;
  flat::TemplateId main = thread("main");
  flat::VarId x = own(main, "x"), y = own(main, "y");
  Term is_one = terms.eq((*this)(x), num(1)), is_y = terms.eq((*this)(y), num(1));
  Budget budget;
  Statistics statistics;
  CegarOptions options;
  Interleaving steps;
  Predicates domain;
  Abstractor abstractor;

  explicit LateKnowledge(CegarOptions chosen)
      : options(chosen),
        steps((build(), program), terms, options.semantics, false),
        domain(program, terms, steps, options.domain, budget, statistics),
        abstractor(program, steps, domain, options, budget) {}

 private:
  void build() {
    for (uint32_t i = 0; i < kWay; ++i) edge(main, i, i + 1, flat::Havoc{y});
    edge(main, kWay, kWay + 1, flat::Assign{x, num(1)});
    edge(main, kWay + 1, kWay + 2, flat::Assume{is_y});
    edge(main, kWay + 1, kWay + 3, flat::Assume{terms.not_(is_y)});
    edge(main, kWay + 2, kWay + 4, flat::Check{core::Undef::assertion, is_one, "one"});
    edge(main, kWay + 3, kWay + 4, flat::Check{core::Undef::assertion, is_one, "one as well"});
    done();
  }
};

CegarOptions with(CegarOptions::Pruning pruning, CegarOptions::Refinement refinement) {
  CegarOptions options;
  options.pruning = pruning;
  options.refinement = refinement;
  return options;
}

TEST(Abstractor, LazyPruningKeepsWhatTheTraceDoesNotNeed) {
  LateKnowledge made(with(CegarOptions::Pruning::lazy, CegarOptions::Refinement::newton));
  std::vector<Trace> traces = made.abstractor.explore();
  ASSERT_EQ(traces.size(), 1u);
  EXPECT_TRUE(made.abstractor.is_possible(traces[0]));
  ASSERT_TRUE(made.domain.refine({made.is_one}));
  EXPECT_FALSE(made.abstractor.is_possible(traces[0]));
  made.abstractor.prune(traces);
  // What was before x got its value stays.
  EXPECT_EQ(made.abstractor.graph().size(), LateKnowledge::kWay + 1);
  EXPECT_TRUE(made.abstractor.explore().empty());
  EXPECT_FALSE(made.abstractor.graph()[0].is_pruned);
}

TEST(Abstractor, FullPruningBeginsAtTheRoot) {
  LateKnowledge made(with(CegarOptions::Pruning::full, CegarOptions::Refinement::newton));
  std::vector<Trace> traces = made.abstractor.explore();
  ASSERT_TRUE(made.domain.refine({made.is_one}));
  made.abstractor.prune(traces);
  EXPECT_EQ(made.abstractor.graph().size(), 1u);
  EXPECT_TRUE(made.abstractor.explore().empty());
}

TEST(Abstractor, AllTracesAtOnce) {
  for (auto pruning : {CegarOptions::Pruning::lazy, CegarOptions::Pruning::full}) {
    LateKnowledge made(with(pruning, CegarOptions::Refinement::multi_seq));
    std::vector<Trace> traces = made.abstractor.explore();
    ASSERT_EQ(traces.size(), 2u);
    EXPECT_NE(traces[0].failure.edge, traces[1].failure.edge);
    ASSERT_TRUE(made.domain.refine({made.is_one}));
    made.abstractor.prune(traces);
    EXPECT_TRUE(made.abstractor.explore().empty());
  }
}

// A refinement that does not tell why leaves the failure where it was.
TEST(Abstractor, AFailureThatIsNotRefutedIsMetAgain) {
  LateKnowledge made(with(CegarOptions::Pruning::lazy, CegarOptions::Refinement::newton));
  std::vector<Trace> traces = made.abstractor.explore();
  ASSERT_TRUE(made.domain.refine({made.is_y}));
  made.abstractor.prune(traces);
  EXPECT_EQ(made.abstractor.explore().size(), 1u);
}

// The loop's head covers its last location; what was covered by something that goes is expanded again.
TEST(Abstractor, WhatRestedOnPrunedNodesIsExpandedAgain) {
  TwoCounters made(2);
  CegarOptions options;
  Interleaving steps(made.program, made.terms, options.semantics, false);
  Predicates domain(made.program, made.terms, steps, options.domain, made.budget, made.statistics);
  Abstractor abstractor(made.program, steps, domain, options, made.budget);
  std::vector<Trace> traces = abstractor.explore();
  ASSERT_EQ(traces.size(), 1u);
  // i == limit excludes leaving at once; after one iteration i is unknown again, and the check may fail.
  ASSERT_TRUE(domain.refine({made.at_limit}));
  abstractor.prune(traces);
  std::vector<Trace> longer = abstractor.explore();
  ASSERT_EQ(longer.size(), 1u);
  EXPECT_GT(longer[0].moves.size(), traces[0].moves.size());
}

}  // namespace
}  // namespace fencepost::engine::cegar
