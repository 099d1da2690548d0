#include "logic/resolution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace fencepost::logic::test {
namespace {

using ClauseId = ResolutionProver::ClauseId;

// Every derived clause is what its parents resolve to.
void expect_proof(const ResolutionProver& prover) {
  ClauseId empty = prover.empty_clause();
  for (ClauseId id = 0; id <= empty; ++id) {
    if (prover.parents(id).empty()) continue;
    std::set<int> left;
    for (const auto& [pivot, parent] : prover.parents(id)) {
      ASSERT_LT(parent, id);
      std::set<int> other(prover.literals(parent).begin(), prover.literals(parent).end());
      if (pivot != 0) {
        int sign = left.contains(pivot) ? 1 : -1;
        ASSERT_TRUE(left.erase(sign * pivot) == 1 && other.erase(-sign * pivot) == 1) << "clause " << id;
      }
      left.insert(other.begin(), other.end());
    }
    ASSERT_EQ(left, std::set<int>(prover.literals(id).begin(), prover.literals(id).end())) << "clause " << id;
  }
  EXPECT_TRUE(prover.literals(empty).empty());
}

bool has_model(const std::vector<std::vector<int>>& clauses, int variables) {
  for (unsigned code = 0; code < 1u << variables; ++code) {
    auto holds = [&](int literal) { return (code >> (std::abs(literal) - 1) & 1) == (literal > 0 ? 1u : 0u); };
    if (std::ranges::all_of(clauses, [&](const auto& clause) { return std::ranges::any_of(clause, holds); }))
      return true;
  }
  return false;
}

TEST(Resolution, RandomClauses) {
  int refuted = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    constexpr int kVariables = 10;
    Budget budget;
    ResolutionProver prover(budget);
    std::vector<std::vector<int>> clauses;
    for (unsigned i = 0, count = 20 + random() % 40; i < count; ++i) {
      std::vector<int> clause;
      for (unsigned k = 0, size = 1 + random() % 3 + (i > 2 ? 1 : 0); k < size; ++k)
        clause.push_back(static_cast<int>(1 + random() % kVariables) * (random() % 2 == 0 ? 1 : -1));
      clauses.push_back(clause);
      prover.clause(clause);
    }
    Answer expected = has_model(clauses, kVariables) ? Answer::sat : Answer::unsat;
    ASSERT_EQ(prover.solve(1000000), expected) << "seed " << seed;
    if (expected == Answer::sat) continue;
    ++refuted;
    expect_proof(prover);
  }
  EXPECT_GT(refuted, 50);
}

// n + 1 pigeons, n holes.
void pigeons(ResolutionProver& prover, int holes) {
  auto in = [&](int pigeon, int hole) { return pigeon * holes + hole + 1; };
  for (int p = 0; p <= holes; ++p) {
    std::vector<int> somewhere;
    for (int h = 0; h < holes; ++h) somewhere.push_back(in(p, h));
    prover.clause(somewhere);
    for (int q = 0; q < p; ++q)
      for (int h = 0; h < holes; ++h) {
        int apart[] = {-in(p, h), -in(q, h)};
        prover.clause(apart);
      }
  }
}

TEST(Resolution, ManyConflicts) {
  Budget budget;
  ResolutionProver prover(budget);
  pigeons(prover, 6);
  ASSERT_EQ(prover.solve(1000000), Answer::unsat);
  expect_proof(prover);
}

TEST(Resolution, GivesUpAndStops) {
  Budget budget;
  ResolutionProver prover(budget);
  pigeons(prover, 9);
  EXPECT_EQ(prover.solve(50), Answer::unknown);
  ResolutionProver stopped(budget);
  pigeons(stopped, 9);
  budget.cancel();
  EXPECT_THROW(stopped.solve(1000000), Exhausted);
}

TEST(Resolution, TrivialInputs) {
  Budget budget;
  ResolutionProver nothing(budget), empty(budget), opposite(budget);
  EXPECT_EQ(nothing.solve(10), Answer::sat);
  empty.clause({});
  ASSERT_EQ(empty.solve(10), Answer::unsat);
  expect_proof(empty);
  for (int unit : {3, -3}) opposite.clause(std::span(&unit, 1));
  ASSERT_EQ(opposite.solve(10), Answer::unsat);
  expect_proof(opposite);
}

}  // namespace
}  // namespace fencepost::logic::test
