// Unrolling: which obligations and choices come out, in which order, and where loops are cut.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../core/builder.h"
#include "logic/evaluate.h"
#include "program/lower.h"
#include "unroll/unrolled.h"

namespace fencepost::unroll {
namespace {

using namespace core;
using namespace core::testing;

class UnrollTest : public ::testing::Test {
 protected:
  Main m{{kInt, kInt, kInt, kPtr, kBool, kInt}};
  ExprPtr x = m.global("x");
  logic::Terms terms;
  Options options;
  Unrolled unrolled;

  ExprPtr r(uint32_t n) { return m.r(n); }
  void unroll(Block body) {
    m.body(std::move(body));
    program::Cfa cfa = program::lower(m.program);
    Budget budget;
    unrolled = unroll::unroll(cfa, options, terms, budget);
  }
  unsigned count(Obligation::Kind kind) const {
    unsigned found = 0;
    for (const Obligation& obligation : unrolled.obligations) found += obligation.kind == kind;
    return found;
  }
  const Site& site(size_t obligation) const { return unrolled.sites[unrolled.obligations[obligation].site]; }
  double steps() const { return unrolled.statistics.get("unroll.steps"); }

  // label 0: while (condition) body; label 2 follows.
  Block loop(const ExprPtr& condition, Block body, uint32_t at = 0) {
    m.at(m.main).labels = 3;
    Block all = {stmt(DefineLabel{Label{0}}), stmt(Branch{condition, Label{1}, Label{2}}, at),
                 stmt(DefineLabel{Label{1}})};
    all.insert(all.end(), body.begin(), body.end());
    all.push_back(stmt(Jump{Label{0}}));
    all.push_back(stmt(DefineLabel{Label{2}}));
    return all;
  }
  static Block join(Block a, const Block& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }
  Stmt next(uint32_t n) { return let(Reg{n}, op(ExprOp::add, r(n), num(1))); }
};

TEST_F(UnrollTest, TheGuardAfterABranchIsTheGuardBefore) {
  unroll({stmt(Choose{Reg{0}, kInt}),
          if_(pred(ExprOp::lt, {r(0), num(5)}), {let(Reg{1}, num(1))}, {let(Reg{1}, num(2))}),
          check(Undef::assertion, pred(ExprOp::eq, {r(1), num(1)}), 4)});
  ASSERT_EQ(unrolled.obligations.size(), 1u);
  // Fails exactly where the branch was not taken.
  EXPECT_EQ(logic::to_string(unrolled.obligations[0].failure), "(not (bvslt choice #x00000005))");
}

TEST_F(UnrollTest, ConstantChecksLeaveNothing) {
  unroll({let(Reg{0}, num(3)), check(Undef::assertion, pred(ExprOp::lt, {r(0), num(4)}))});
  EXPECT_TRUE(unrolled.obligations.empty());
}

TEST_F(UnrollTest, NothingFollowsACheckThatCannotHold) {
  unroll({check(Undef::assertion, truth(false), 1), check(Undef::div_zero, truth(false), 2)});
  ASSERT_EQ(unrolled.obligations.size(), 1u);
  EXPECT_TRUE(unrolled.obligations[0].failure.is_true());
  EXPECT_EQ(site(0).undef, Undef::assertion);
  EXPECT_EQ(site(0).pos, line(1));
}

TEST_F(UnrollTest, ChecksThatAreOffAreNotObligations) {
  options.wanted.checks.set(Undef::assertion, false);
  unroll({check(Undef::assertion, truth(false), 1), check(Undef::div_zero, truth(false), 2)});
  ASSERT_EQ(unrolled.obligations.size(), 1u);
  EXPECT_EQ(site(0).undef, Undef::div_zero);
}

TEST_F(UnrollTest, AnAssumptionHoldsForWhatFollows) {
  unroll({stmt(Choose{Reg{0}, kInt}), stmt(core::Assume{pred(ExprOp::eq, {r(0), num(5)})}),
          check(Undef::assertion, pred(ExprOp::eq, {r(0), num(5)}))});
  EXPECT_TRUE(unrolled.obligations.empty()) << "decided on the path";
}

TEST_F(UnrollTest, ObligationsAndChoicesStandInTheOrderOfTheRun) {
  ExprPtr c = r(4);
  unroll({stmt(Choose{Reg{4}, kBool}),
          if_(c, {stmt(Choose{Reg{0}, kInt}), check(Undef::assertion, pred(ExprOp::ne, {r(0), num(1)}), 1)},
              {stmt(Choose{Reg{1}, kInt}), check(Undef::assertion, pred(ExprOp::ne, {r(1), num(1)}), 2)}),
          stmt(Choose{Reg{2}, kInt}), check(Undef::assertion, pred(ExprOp::ne, {r(2), num(1)}), 3)});
  ASSERT_EQ(unrolled.choices.size(), 4u);
  ASSERT_EQ(unrolled.obligations.size(), 3u);
  EXPECT_EQ(site(0).pos, line(1));
  EXPECT_EQ(site(2).pos, line(3));
  // On the run without the branch: the first, third and fourth choice happen.
  logic::Assignment without;
  EXPECT_EQ(logic::evaluate(unrolled.choices[1].guard, without), 0u);
  EXPECT_EQ(logic::evaluate(unrolled.choices[2].guard, without), 1u);
  EXPECT_TRUE(unrolled.choices[3].guard.is_true());
}

TEST_F(UnrollTest, ReadingUnspecifiedContentIsAChoice) {
  unroll({stmt(Alloc{Reg{3}, size(4), 4, Storage::automatic, false, false, "a"}), load(Reg{0}, r(3)),
          check(Undef::uninit, pred(ExprOp::specified, {r(0)}), 7)});
  ASSERT_EQ(unrolled.choices.size(), 1u);
  EXPECT_TRUE(unrolled.choices[0].guard.is_true());
  ASSERT_EQ(unrolled.obligations.size(), 1u);
  EXPECT_TRUE(unrolled.obligations[0].failure.is_true());
}

TEST_F(UnrollTest, AddressesAreChoicesOnlyWhereTheyMatter) {
  m.program.uses_addresses = true;
  unroll({stmt(Alloc{Reg{3}, size(4), 4, Storage::automatic, false, false, "a"}),
          let(Reg{5}, cast(ExprOp::int_cast, kInt, make(ExprOp::ptr_to_int, kSize, {r(3)})))});
  ASSERT_EQ(unrolled.choices.size(), 2u);
  EXPECT_EQ(unrolled.choices[0].kind, Choice::Kind::address);
  EXPECT_FALSE(unrolled.choices[0].value) << "nobody asked for the address of x";
  EXPECT_TRUE(unrolled.choices[1].value);
  EXPECT_FALSE(unrolled.constraints.empty());
}

TEST_F(UnrollTest, ConstantLoopsCostNoBound) {
  options.bounds.unwind = 1;
  unroll(join({let(Reg{0}, num(0))}, join(loop(pred(ExprOp::lt, {r(0), num(1000)}), {next(0)}),
                                          {check(Undef::assertion, pred(ExprOp::eq, {r(0), num(1000)}))})));
  EXPECT_TRUE(unrolled.obligations.empty());
  EXPECT_GT(steps(), 2000);
}

TEST_F(UnrollTest, SymbolicLoopsAreCutAtTheirBound) {
  options.bounds.unwind = 4;
  unroll(join({stmt(Choose{Reg{1}, kInt}), let(Reg{0}, num(0))}, loop(pred(ExprOp::lt, {r(0), r(1)}), {next(0)}, 9)));
  ASSERT_EQ(count(Obligation::Kind::unwinding), 1u);
  EXPECT_EQ(site(0).pos, line(9));
  EXPECT_EQ(site(0).detail, "the loop goes on after 5 iterations");
  EXPECT_TRUE(site(0).deepens);
  // Four iterations are covered, more are not.
  logic::Term input = unrolled.choices[0].value;
  EXPECT_EQ(logic::evaluate(unrolled.obligations[0].failure, {{input, 4}}), 0u);
  EXPECT_EQ(logic::evaluate(unrolled.obligations[0].failure, {{input, 100}}), 1u);
}

TEST_F(UnrollTest, BoundsOfTheUser) {
  options.bounds.unwind = 100;
  options.bounds.by_user = {{"main.9", 2}};
  unroll(join({stmt(Choose{Reg{1}, kInt}), let(Reg{0}, num(0))}, loop(pred(ExprOp::lt, {r(0), r(1)}), {next(0)}, 9)));
  ASSERT_EQ(count(Obligation::Kind::unwinding), 1u);
  EXPECT_FALSE(site(0).deepens);
  EXPECT_EQ(logic::evaluate(unrolled.obligations[0].failure, {{unrolled.choices[0].value, 4}}), 1u);
}

TEST_F(UnrollTest, ABoundThatRangesGiveNeedsNoUnwinding) {
  options.bounds.unwind = 20;
  ExprPtr masked = op(ExprOp::bit_and, r(1), num(7));
  unroll(join({stmt(Choose{Reg{1}, kInt}), let(Reg{0}, num(0))}, loop(pred(ExprOp::lt, {r(0), masked}), {next(0)})));
  EXPECT_EQ(count(Obligation::Kind::unwinding), 0u);
}

TEST_F(UnrollTest, IterationsThatOnlyAbortsThinOutAreQuiet) {
  options.bounds.unwind = 1;
  Block body = {stmt(Choose{Reg{4}, kBool}), if_(r(4), {stmt(Exit{})}), next(0)};
  unroll(join({let(Reg{0}, num(0))},
              join(loop(pred(ExprOp::lt, {r(0), num(50)}), body), {check(Undef::assertion, truth(false), 5)})));
  EXPECT_EQ(count(Obligation::Kind::unwinding), 0u);
  ASSERT_EQ(count(Obligation::Kind::check), 1u) << "the end of the loop is reached";
  EXPECT_EQ(site(0).pos, line(5));
}

TEST_F(UnrollTest, EndlessQuietLoopsAreCutToo) {
  options.bounds.unwind = 1;
  Block body = {stmt(Choose{Reg{4}, kBool}), if_(r(4), {stmt(Exit{})}), next(0)};
  unroll(join({let(Reg{0}, num(0))}, loop(truth(true), body)));
  EXPECT_EQ(count(Obligation::Kind::unwinding), 1u);
}

TEST_F(UnrollTest, ALoopThatChangesNothingNeverEnds) {
  unroll(join(loop(truth(true), {}), {check(Undef::assertion, truth(false))}));
  EXPECT_TRUE(unrolled.obligations.empty());
  unroll(join({stmt(Choose{Reg{0}, kInt})}, loop(pred(ExprOp::lt, {r(0), num(3)}), {load(Reg{1}, x)})));
  EXPECT_TRUE(unrolled.obligations.empty()) << "waiting for a variable that nobody changes";
}

TEST_F(UnrollTest, TheStepLimitIsAnUnwindingObligation) {
  options.bounds.most_steps = 500;
  unroll(join({let(Reg{0}, num(0))}, loop(truth(true), {next(0)})));
  ASSERT_EQ(count(Obligation::Kind::unwinding), 1u);
  EXPECT_EQ(site(0).detail, "the limit of 500 steps was reached");
  EXPECT_FALSE(site(0).deepens);
}

TEST_F(UnrollTest, AfterManyStepsEveryIterationCounts) {
  // if (choose) for (;;) i++; else expect(0); for (j < 1000) j++;
  options.bounds.loop_steps = 500;
  options.bounds.unwind = 2;
  unroll(join({let(Reg{0}, num(0)), stmt(Choose{Reg{4}, kBool})},
              {if_(r(4), loop(truth(true), {next(0)}), {check(Undef::assertion, truth(false))})}));
  EXPECT_EQ(count(Obligation::Kind::check), 1u) << "what does not rest on the loop is looked at";
  ASSERT_EQ(count(Obligation::Kind::unwinding), 1u);
  const Site* cut = nullptr;
  for (const Obligation& obligation : unrolled.obligations)
    if (obligation.kind == Obligation::Kind::unwinding) cut = &unrolled.sites[obligation.site];
  EXPECT_TRUE(cut->by_steps);
  EXPECT_EQ(cut->covered, 2u);
  EXPECT_FALSE(cut->lost);
}

TEST_F(UnrollTest, ContinueWaitsForTheRestOfTheBody) {
  // while (i < 6) { i++; if (choose) continue; y++; }: the two ways through the body meet at the head, so the number of
  // merges is linear.
  options.bounds.unwind = 1;
  m.at(m.main).labels = 4;
  unroll({let(Reg{0}, num(0)), stmt(DefineLabel{Label{0}}),
          stmt(Branch{pred(ExprOp::lt, {r(0), num(6)}), Label{1}, Label{2}}), stmt(DefineLabel{Label{1}}), next(0),
          stmt(Choose{Reg{4}, kBool}), stmt(Branch{r(4), Label{0}, Label{3}}), stmt(DefineLabel{Label{3}}), next(1),
          stmt(Jump{Label{0}}), stmt(DefineLabel{Label{2}}), ret(r(1))});
  EXPECT_EQ(count(Obligation::Kind::unwinding), 0u);
  EXPECT_EQ(unrolled.statistics.get("unroll.merges"), 6);
}

TEST_F(UnrollTest, RecursionIsCutLikeALoop) {
  options.bounds.unwind = 3;
  FunctionId f = m.function("f", kInt);
  Reg n = m.reg(f, kInt, "n"), result = m.reg(f, kInt);
  m.at(f).params = {n};
  ExprPtr less = op(ExprOp::sub, m.use(f, n), num(1));
  m.define(f, {if_(pred(ExprOp::le, {m.use(f, n), num(0)}), {ret(num(0))}), m.call(f, {less}, result, 3),
               ret(op(ExprOp::add, m.use(f, result), num(1)))});
  unroll({stmt(Choose{Reg{0}, kInt}), m.call(f, {r(0)}, Reg{1}, 8)});
  ASSERT_EQ(count(Obligation::Kind::unwinding), 1u);
  EXPECT_EQ(site(0).detail, "the recursion of f goes deeper than 4");
  EXPECT_EQ(site(0).loop.head, LoopId::kRecursion);
  EXPECT_EQ(logic::evaluate(unrolled.obligations[0].failure, {{unrolled.choices[0].value, 3}}), 0u);
}

TEST_F(UnrollTest, EndlessRecursionEndsAtADepth) {
  options.bounds.most_calls = 40;
  FunctionId f = m.function("f");
  m.define(f, {m.call(f, {}, {}, 3)});
  unroll({m.call(f)});
  ASSERT_EQ(count(Obligation::Kind::unwinding), 1u);
  EXPECT_EQ(site(0).detail, "calls are nested deeper than 40");
}

TEST_F(UnrollTest, CallsThroughPointersRunEveryCandidate) {
  FunctionId f = m.function("f", kInt), g = m.function("g", kInt);
  m.define(f, {ret(num(1))});
  m.define(g, {ret(num(2))});
  ExprPtr chosen = make(ExprOp::select, kPtr, {r(4), function_expr(f, kPtr), function_expr(g, kPtr)});
  unroll({stmt(Choose{Reg{4}, kBool}), stmt(Call{Reg{0}, chosen, {}}),
          check(Undef::assertion, pred(ExprOp::eq, {r(0), num(1)}))});
  ASSERT_EQ(unrolled.obligations.size(), 1u);
  EXPECT_EQ(logic::evaluate(unrolled.obligations[0].failure, {{unrolled.choices[0].value, 1}}), 0u);
  EXPECT_EQ(logic::evaluate(unrolled.obligations[0].failure, {{unrolled.choices[0].value, 0}}), 1u);
}

TEST_F(UnrollTest, LibraryFunctionsReportAtTheirCaller) {
  FunctionId inner = m.function("inner"), outer = m.function("outer");
  m.at(inner).library = m.at(outer).library = true;
  m.define(inner, {check(Undef::bad_argument, truth(false), 100)});
  m.define(outer, {m.call(inner, {}, {}, 50)});
  unroll({m.call(outer, {}, {}, 7)});
  ASSERT_EQ(unrolled.obligations.size(), 1u);
  EXPECT_EQ(site(0).pos, line(7));
  EXPECT_EQ(site(0).function, "main");
}

TEST_F(UnrollTest, WhatIsNotSupportedStopsItsPath) {
  FunctionId nowhere = m.function("nowhere");
  unroll(
      {stmt(Choose{Reg{4}, kBool}), if_(r(4), {m.call(nowhere, {}, {}, 3)}), check(Undef::assertion, truth(false), 4)});
  ASSERT_EQ(unrolled.obligations.size(), 2u);
  EXPECT_EQ(unrolled.obligations[0].kind, Obligation::Kind::unsupported);
  EXPECT_EQ(site(0).detail, "a call of nowhere, which has no definition");
  EXPECT_EQ(logic::evaluate(unrolled.obligations[1].failure, {{unrolled.choices[0].value, 1}}), 0u);
}

TEST_F(UnrollTest, AccessesOutsideEveryObjectAreRefusedWhenTheirChecksAreOff) {
  options.wanted.checks.set(Undef::oob_read, false);
  unroll({load(Reg{0}, plus(x, 4), kInt, 3)});
  ASSERT_EQ(unrolled.obligations.size(), 1u);
  EXPECT_EQ(unrolled.obligations[0].kind, Obligation::Kind::unsupported);
  EXPECT_TRUE(unrolled.obligations[0].failure.is_true());
}

TEST_F(UnrollTest, TermsGrowLinearly) {
  auto terms_for = [&](unsigned unwind) {
    logic::Terms fresh;
    Options deeper;
    deeper.bounds.unwind = unwind;
    program::Cfa cfa = program::lower(m.program);
    Budget budget;
    unroll::unroll(cfa, deeper, fresh, budget);
    return fresh.size();
  };
  unroll(join(
      {stmt(Choose{Reg{1}, kInt}), let(Reg{0}, num(0)), let(Reg{2}, num(0))},
      join(loop(pred(ExprOp::lt, {r(0), r(1)}), {next(0), if_(pred(ExprOp::lt, {r(2), num(9)}), {next(2)}),
                                                 check(Undef::signed_overflow, pred(ExprOp::add_fits, {r(2), r(1)}))}),
           {check(Undef::assertion, pred(ExprOp::le, {r(2), r(0)}))})));
  size_t at_100 = terms_for(100), at_400 = terms_for(400);
  EXPECT_LT(at_400, 5 * at_100);
}

TEST_F(UnrollTest, MathematicalIntegersReportEscapes) {
  options.wanted.mathematical = true;
  unroll({stmt(Choose{Reg{0}, kInt}), let(Reg{1}, op(ExprOp::add, r(0), num(1))),
          let(Reg{2}, op(ExprOp::mul, r(0), num(0)))});
  ASSERT_EQ(unrolled.obligations.size(), 1u);
  EXPECT_EQ(unrolled.obligations[0].kind, Obligation::Kind::unsupported);
  EXPECT_EQ(site(0).detail, "a signed result beyond its type, with mathematical integers");
}

}  // namespace
}  // namespace fencepost::unroll
