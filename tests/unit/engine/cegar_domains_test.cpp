// What abstract states tell after a step: never more than holds, and as much as the precision allows.
#include <gtest/gtest.h>

#include <algorithm>

#include "cegar_programs.h"
#include "engine/cegar/explicit_values.h"
#include "engine/cegar/predicates.h"

namespace fencepost::engine::cegar {
namespace {

using Kind = CegarOptions::Domain;

struct Subject : TwoCounters {
  Interleaving steps{program, terms, CegarOptions::Semantics::por, false};
  std::unique_ptr<Domain> domain;
  explicit Subject(Kind kind) {
    if (kind == Kind::expl)
      domain = std::make_unique<ExplicitValues>(program, terms, steps, 8, budget, statistics);
    else
      domain = std::make_unique<Predicates>(program, terms, steps, kind, budget, statistics);
  }
  std::vector<Element> begin() { return domain->post(domain->top(), steps.beginning(), 0, flat::index(steps.entry())); }
  // By edges of the first thread from its entry, each to a location.
  std::vector<Element> after(std::initializer_list<uint32_t> locations) {
    uint32_t configuration = steps.first();
    std::vector<Element> now = begin();
    for (uint32_t location : locations) {
      const std::vector<Move>& moves = steps.moves(configuration);
      auto is_it = [&](const Move& move) { return steps[move.to].at[0] == location; };
      const Move& move = *std::ranges::find_if(moves, is_it);
      std::vector<Element> next;
      for (const Element& element : now)
        for (Element& one : domain->post(element, move.action, 0, location)) next.push_back(std::move(one));
      now = std::move(next);
      configuration = move.to;
    }
    return now;
  }
  // Whether what is told implies the formula: by one case, or all.
  bool tells(const std::vector<Element>& elements, Term formula) {
    auto solver = logic::make_solver(logic::SolverKind::cadical, terms, budget, statistics);
    for (const Element& element : elements) {
      Term both[] = {domain->term(element), terms.not_(formula)};
      if (solver->check(both) != logic::Answer::unsat) return false;
    }
    return true;
  }
  Term less(logic::Bits than) { return terms.binary(logic::Op::bv_ult, (*this)(i), num(than, 32)); }
};

class OfPredicates : public ::testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Domains, OfPredicates, ::testing::Values(Kind::pred_cart, Kind::pred_bool, Kind::pred_split),
                         [](const auto& each) {
                           return each.param == Kind::pred_cart   ? "Cartesian"
                                  : each.param == Kind::pred_bool ? "Boolean"
                                                                  : "Split";
                         });

TEST_P(OfPredicates, NothingIsKnownAtFirst) {
  Subject subject(GetParam());
  EXPECT_EQ(subject.domain->precision(), 0u);
  EXPECT_TRUE(subject.domain->term(subject.begin().at(0)).is_true());
  EXPECT_EQ(subject.after({1, 2, 5}).size(), 1u);
}

TEST_P(OfPredicates, StepsAreFollowed) {
  Subject subject(GetParam());
  Term ahead = subject.terms.eq(subject(subject.i), subject.plus(subject(subject.j), 1));
  ASSERT_TRUE(subject.domain->refine({subject.equal, ahead, subject.terms.eq(subject(subject.i), subject.num(0, 32))}));
  EXPECT_TRUE(subject.tells(subject.after({1, 2}), subject.equal));
  EXPECT_TRUE(subject.tells(subject.after({1, 2, 3, 4}), ahead));
  EXPECT_TRUE(subject.tells(subject.after({1, 2, 3, 4, 2}), subject.equal));
}

TEST_P(OfPredicates, WhatIsKnownIsNotLearntAgain) {
  Subject subject(GetParam());
  Term either = subject.terms.or_(subject.equal, subject.at_limit);
  EXPECT_TRUE(subject.domain->refine({either}));
  EXPECT_EQ(subject.domain->precision(), 2u);
  // The combination of what is known is new, once.
  EXPECT_TRUE(subject.domain->refine({either}));
  EXPECT_EQ(subject.domain->precision(), 3u);
  EXPECT_FALSE(subject.domain->refine({either}));
}

TEST_P(OfPredicates, AStepThatCannotBeTakenHasNoSuccessor) {
  Subject subject(GetParam());
  ASSERT_TRUE(subject.domain->refine({subject.at_limit}));
  EXPECT_TRUE(subject.after({1, 2, 5}).empty());
}

// From i < 2, i++ leads to i < 2 or to i = 2: predicates alone do not tell, combinations do.
TEST(Domains, CombinationsTellMoreThanPredicatesAlone) {
  for (Kind kind : {Kind::pred_cart, Kind::pred_bool, Kind::pred_split}) {
    Subject subject(kind);
    Term is_two = subject.terms.eq(subject(subject.i), subject.num(2, 32));
    ASSERT_TRUE(subject.domain->refine({subject.less(2), is_two}));
    std::vector<Element> after = subject.after({1, 2, 3, 4});
    EXPECT_EQ(subject.tells(after, subject.terms.or_(subject.less(2), is_two)), kind != Kind::pred_cart);
    EXPECT_EQ(after.size(), kind == Kind::pred_split ? 2u : 1u);
    EXPECT_EQ(subject.domain->sharpen(), kind == Kind::pred_cart);
    after = subject.after({1, 2, 3, 4});
    EXPECT_TRUE(subject.tells(after, subject.terms.or_(subject.less(2), is_two)));
  }
}

TEST(Domains, MoreStatesCoverFewer) {
  for (Kind kind : {Kind::pred_cart, Kind::pred_bool, Kind::pred_split, Kind::expl}) {
    Subject subject(kind);
    subject.domain->refine({subject.equal, subject.less(2)});
    Element told = subject.after({1, 2}).at(0), top = subject.domain->top();
    EXPECT_TRUE(subject.domain->covers(top, told));
    EXPECT_TRUE(subject.domain->covers(told, told));
    EXPECT_FALSE(subject.domain->covers(told, top));
  }
}

TEST(Domains, ValuesAreComputed) {
  Subject subject(Kind::expl);
  ASSERT_TRUE(subject.domain->refine({subject.equal}));
  EXPECT_EQ(subject.domain->precision(), 2u);
  EXPECT_FALSE(subject.domain->refine({subject.at_limit}));
  std::vector<Element> after = subject.after({1, 2, 3, 4, 2});
  EXPECT_TRUE(subject.tells(after, subject.terms.eq(subject(subject.j), subject.num(1, 32))));
  EXPECT_TRUE(subject.after({1, 2, 5}).empty());
}

}  // namespace
}  // namespace fencepost::engine::cegar
