// Cubes that imply a formula: predicates that come later are as good as those that were there from the start.
#include "boolean/cube_search.h"

#include <gtest/gtest.h>

#include <random>

namespace fencepost::boolean {
namespace {

class CubeSearchTest : public ::testing::Test {
 protected:
  unsigned below(unsigned number) { return static_cast<unsigned>(random_() % number); }
  logic::Term number() {
    switch (below(3)) {
      case 0:
        return terms_.bv(below(8), 8);
      case 1:
        return terms_.binary(logic::Op::bv_add, variables_[below(4)], terms_.bv(1, 8));
      default:
        return variables_[below(4)];
    }
  }
  logic::Term comparison() {
    logic::Term left = variables_[below(4)], right = number();
    return below(2) ? terms_.eq(left, right) : terms_.binary(logic::Op::bv_ult, left, right);
  }
  CubeSearch search(const std::vector<logic::Term>& predicates, uint32_t most, logic::Solver& solver) {
    return CubeSearch(predicates, most, std::nullopt, {}, {}, terms_, solver);
  }
  std::unique_ptr<logic::Solver> solver() {
    return logic::make_solver(logic::SolverKind::cadical, terms_, budget_, statistics_);
  }

  Budget budget_;
  Statistics statistics_;
  logic::Terms terms_;
  std::mt19937 random_{7};
  std::vector<logic::Term> variables_ = [this] {
    std::vector<logic::Term> made;
    for (const char* name : {"x", "y", "z", "w"}) made.push_back(terms_.fresh(name, logic::bv_sort(8)));
    return made;
  }();
};

TEST_F(CubeSearchTest, WhatAlwaysHoldsNeedsNoPredicates) {
  auto without = solver();
  CubeSearch empty = search({}, 1, *without);
  logic::Term less = terms_.binary(logic::Op::bv_ult, variables_[0], terms_.bv(8, 8));
  logic::Term always = terms_.or_(terms_.not_(less), terms_.binary(logic::Op::bv_ult, variables_[0], terms_.bv(9, 8)));
  EXPECT_EQ(empty.implicants(terms_.boolean(true)), Formula{Cube{}});
  EXPECT_EQ(empty.implicants(terms_.boolean(false)), Formula{});
  EXPECT_EQ(empty.implicants(always), Formula{Cube{}});
  EXPECT_EQ(empty.implicants(less), Formula{});
}

TEST_F(CubeSearchTest, OneByOneOrAllAtOnce) {
  unsigned grown = 0;
  for (unsigned round = 0; round < 60; ++round) {
    std::vector<logic::Term> predicates, formulas;
    while (predicates.size() < 6)
      if (logic::Term one = comparison(); !one.is_const() && std::ranges::find(predicates, one) == predicates.end() &&
                                          std::ranges::find(predicates, terms_.not_(one)) == predicates.end())
        predicates.push_back(one);
    for (unsigned i = 0; i < 5; ++i)
      formulas.push_back(below(2) ? comparison() : terms_.or_(comparison(), terms_.not_(comparison())));
    for (uint32_t most : {1u, 2u}) {
      auto one_by_one = solver(), all_at_once = solver();
      CubeSearch growing = search({}, most, *one_by_one), whole = search(predicates, most, *all_at_once);
      for (logic::Term predicate : predicates) {
        growing.add(predicate);
        for (logic::Term formula : formulas) growing.implicants(formula);
        growing.contradictions(2);
      }
      for (logic::Term formula : formulas) {
        ASSERT_EQ(growing.implicants(formula), whole.implicants(formula)) << "round " << round << ", cubes of " << most;
        grown += !whole.implicants(formula).empty();
      }
      ASSERT_EQ(growing.contradictions(2), whole.contradictions(2)) << "round " << round;
    }
  }
  EXPECT_GT(grown, 100u);
}

}  // namespace
}  // namespace fencepost::boolean
