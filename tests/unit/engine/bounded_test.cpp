// Verdicts of the bounded engine and the reasons that come with them.
#include "engine/bounded/bounded.h"

#include <gtest/gtest.h>

#include "../core/builder.h"
#include "check/replay.h"
#include "program/lower.h"

namespace fencepost::engine::bounded {
namespace {

using namespace core;
using namespace core::testing;
using result::Verdict;

class BoundedTest : public ::testing::Test {
 protected:
  Main m{{kInt, kInt, kInt, kPtr, kBool, kDouble}};
  ExprPtr x = m.global("x");
  result::EngineOptions options;
  result::Property property;
  Budget budget;

  ExprPtr r(uint32_t n) { return m.r(n); }
  result::Claims run(Block body) {
    m.body(std::move(body));
    program::Cfa cfa = program::lower(m.program);
    result::Claims claims = BoundedEngine(options).run({m.program, cfa, property, nullptr}, budget);
    for (const result::Claim& claim : claims.violations) {
      const program::Mapping mapping(*memory::load_model("sc"));
      auto problem = check::replay(m.program, claim, property.checks, budget, mapping, check::MachineKind::sc).problem;
      EXPECT_FALSE(problem.has_value()) << *problem;
    }
    return claims;
  }
  Stmt choose(uint32_t n) { return stmt(Choose{Reg{n}, kInt}); }
  Stmt next(uint32_t n) { return let(Reg{n}, op(ExprOp::add, r(n), num(1))); }
  Stmt expect(ExprPtr condition, uint32_t at) {
    return core::testing::check(Undef::assertion, std::move(condition), at, "expected");
  }
  Stmt assume(ExprPtr condition) { return stmt(core::Assume{std::move(condition)}); }
  // while (r0 < r1) r0++
  Block count_to(uint32_t limit, uint32_t at) {
    m.at(m.main).labels = 3;
    return {let(Reg{0}, num(0)),
            stmt(DefineLabel{Label{0}}),
            stmt(Branch{pred(ExprOp::lt, {r(0), r(limit)}), Label{1}, Label{2}}, at),
            stmt(DefineLabel{Label{1}}),
            next(0),
            stmt(Jump{Label{0}}),
            stmt(DefineLabel{Label{2}})};
  }
  static Block join(Block a, const Block& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }
};

TEST_F(BoundedTest, ProgramsOfConstantsNeverReachTheSolver) {
  result::Claims safe = run({let(Reg{0}, num(1)), expect(pred(ExprOp::eq, {r(0), num(1)}), 1)});
  EXPECT_EQ(safe.verdict, Verdict::safe);
  EXPECT_EQ(safe.statistics.get("bounded.questions"), 0);
  result::Claims unsafe = run({let(Reg{0}, num(2)), expect(pred(ExprOp::eq, {r(0), num(1)}), 1)});
  EXPECT_EQ(unsafe.verdict, Verdict::unsafe);
  EXPECT_EQ(unsafe.statistics.get("bounded.questions"), 0);
}

TEST_F(BoundedTest, AViolationHasItsKindPlaceAndChoices) {
  result::Claims result = run({choose(0), expect(pred(ExprOp::ne, {r(0), num(77)}), 4)});
  ASSERT_EQ(result.verdict, Verdict::unsafe);
  ASSERT_EQ(result.violations.size(), 1u);
  EXPECT_EQ(result.violations[0].kind, Undef::assertion);
  EXPECT_EQ(result.violations[0].pos, line(4));
  EXPECT_EQ(result.violations[0].function, "main");
  EXPECT_EQ(result.violations[0].detail, "expected");
  EXPECT_EQ(result.violations[0].choices, Choices{value_choice(77)});
}

TEST_F(BoundedTest, TheFirstFailureOfTheRunIsReported) {
  result::Claims result = run({choose(0), expect(pred(ExprOp::lt, {r(0), num(9)}), 1), expect(truth(false), 2)});
  ASSERT_EQ(result.violations.size(), 1u);
  const core::Choices& choices = result.violations[0].choices;
  ASSERT_EQ(choices.size(), 1u);
  const bool fails_first = static_cast<int32_t>(choices[0].value) >= 9;
  EXPECT_EQ(result.violations[0].pos, line(fails_first ? 1 : 2));
}

TEST_F(BoundedTest, AllViolationsOnePlaceEach) {
  property.all_violations = true;
  result::Claims result =
      run({choose(0), expect(pred(ExprOp::lt, {r(0), num(9)}), 1), expect(pred(ExprOp::ne, {r(0), num(5)}), 2),
           expect(pred(ExprOp::lt, {r(0), num(20)}), 3)});
  ASSERT_EQ(result.violations.size(), 2u) << "the third is never the first failure";
  EXPECT_EQ(result.violations[0].pos.line + result.violations[1].pos.line, 3u);
}

TEST_F(BoundedTest, UnspecifiedContentAndAddressesReplay) {
  property.checks.set(Undef::uninit, false);
  m.program.uses_addresses = true;
  ExprPtr address = make(ExprOp::ptr_to_int, kSize, {r(3)});
  result::Claims result = run(
      {stmt(Alloc{Reg{3}, size(4), 4, Storage::automatic, false, false, "a"}), load(Reg{0}, r(3)),
       expect(log_not(log_and(pred(ExprOp::eq, {r(0), num(1234)}), pred(ExprOp::eq, {address, size(0x5000)}))), 3)});
  ASSERT_EQ(result.verdict, Verdict::unsafe);
  EXPECT_EQ(result.violations[0].choices.size(), 3u) << "x, a, and the load";
  EXPECT_FALSE(result.violations[0].choices[0].known);
  EXPECT_EQ(result.violations[0].choices[1], address_choice(0x5000));
}

TEST_F(BoundedTest, LoopsAreDeepenedUntilComplete) {
  result::Claims result = run(join({choose(1), assume(pred(ExprOp::le, {r(1), num(20)}))},
                                   join(count_to(1, 9), {expect(pred(ExprOp::le, {r(0), num(20)}), 5)})));
  EXPECT_EQ(result.verdict, Verdict::safe) << result.reason;
  EXPECT_EQ(result.statistics.get("bounded.rounds"), 6) << "1, 2, 4, 8, 16, 32";
}

TEST_F(BoundedTest, AViolationBehindALoopIsFound) {
  result::Claims result = run(join({choose(1)}, join(count_to(1, 9), {expect(pred(ExprOp::ne, {r(0), num(11)}), 5)})));
  ASSERT_EQ(result.verdict, Verdict::unsafe);
  EXPECT_EQ(result.violations[0].choices, Choices{value_choice(11)});
}

TEST_F(BoundedTest, AFixedBoundIsNamed) {
  options.unwind = 3;
  result::Claims result = run(join({choose(1)}, join(count_to(1, 9), {expect(pred(ExprOp::ne, {r(0), num(11)}), 5)})));
  EXPECT_EQ(result.verdict, Verdict::safe_to_bound);
  EXPECT_EQ(result.bound, 3u);
  EXPECT_EQ(result.reason, "the loop goes on after 3 iterations (raise --unwind to go deeper)");
  EXPECT_EQ(result.reason_pos, line(9));
}

TEST_F(BoundedTest, ABoundThatSufficesIsSafe) {
  options.unwind = 21;  // the last time to leave it
  result::Claims result = run(join({choose(1), assume(pred(ExprOp::le, {r(1), num(20)}))}, count_to(1, 9)));
  EXPECT_EQ(result.verdict, Verdict::safe) << result.reason;
}

TEST_F(BoundedTest, ABoundOfOneLoopIsKept) {
  options.loop_bounds = {{"main.9", 2}};
  result::Claims result = run(join({choose(1)}, count_to(1, 9)));
  EXPECT_EQ(result.verdict, Verdict::safe_to_bound);
  EXPECT_EQ(result.reason, "the loop goes on after 2 iterations");
}

TEST_F(BoundedTest, WhatIsNotSupportedIsUnknown) {
  result::Claims result = run({choose(0), if_(pred(ExprOp::eq, {r(0), num(5)}), {stmt(Unsupported{"a thing"}, 6)})});
  EXPECT_EQ(result.verdict, Verdict::unknown);
  EXPECT_EQ(result.reason, "not supported: a thing");
  EXPECT_EQ(result.reason_pos, line(6));
}

TEST_F(BoundedTest, WhatIsNotReachedDoesNotMatter) {
  result::Claims result = run({choose(0), assume(pred(ExprOp::lt, {r(0), num(5)})),
                               if_(pred(ExprOp::eq, {r(0), num(5)}), {stmt(Unsupported{"a thing"}, 6)})});
  EXPECT_EQ(result.verdict, Verdict::safe);
}

TEST_F(BoundedTest, AViolationBesideTheUnsupportedIsFound) {
  result::Claims result = run({choose(0), if_(pred(ExprOp::eq, {r(0), num(5)}), {stmt(Unsupported{"a thing"}, 6)}),
                               expect(pred(ExprOp::ne, {r(0), num(6)}), 7)});
  EXPECT_EQ(result.verdict, Verdict::unsafe);
}

TEST_F(BoundedTest, AViolationBehindTheUnsupportedIsNot) {
  result::Claims result = run({stmt(Unsupported{"a thing"}, 6), expect(truth(false), 7)});
  EXPECT_EQ(result.verdict, Verdict::unknown);
}

TEST_F(BoundedTest, GapsInEvaluationOrdersForbidSafe) {
  m.program.gaps.emplace_back(line(3), "too many orders");
  result::Claims result = run({ret(num(0))});
  EXPECT_EQ(result.verdict, Verdict::unknown);
  EXPECT_EQ(result.reason, "too many orders");
  EXPECT_EQ(result.reason_pos, line(3));
}

TEST_F(BoundedTest, TheOrderOfStrandsIsAChoice) {
  FunctionId f = m.function("f"), g = m.function("g");
  m.define(f, {store(x, num(1))});
  m.define(g, {store(x, num(2))});
  result::Claims result =
      run({unseq({{m.call(f)}, {m.call(g)}}, 1, true), load(Reg{0}, x), expect(pred(ExprOp::eq, {r(0), num(2)}), 2)});
  ASSERT_EQ(result.verdict, Verdict::unsafe);
  EXPECT_EQ(result.violations[0].choices, Choices{order_choice(1)});
}

TEST_F(BoundedTest, FloatsGoToASolverThatHasThem) {
  result::Claims result = run({stmt(Choose{Reg{5}, kDouble}), expect(pred(ExprOp::eq, {r(5), r(5)}), 2)});
  ASSERT_EQ(result.verdict, Verdict::unsafe) << "a NaN";
}

TEST_F(BoundedTest, MathematicalIntegers) {
  options.integers = result::Integers::mathematical;
  Stmt overflow = core::testing::check(Undef::signed_overflow, pred(ExprOp::add_fits, {r(0), num(1)}), 2);
  result::Claims unsafe = run({choose(0), overflow, next(0), expect(pred(ExprOp::ne, {r(0), num(1)}), 3)});
  EXPECT_EQ(unsafe.verdict, Verdict::unsafe);
  Block bounded = {choose(0), assume(pred(ExprOp::lt, {r(0), num(100)})), overflow, next(0),
                   expect(pred(ExprOp::le, {r(0), num(100)}), 3)};
  EXPECT_EQ(run(bounded).verdict, Verdict::safe);
}

TEST_F(BoundedTest, MathematicalIntegersDoNotHideWraps) {
  options.integers = result::Integers::mathematical;
  property.checks.set(Undef::signed_overflow, false);
  // Only INT_MAX + 1, which wraps, comes there.
  result::Claims result = run({choose(0), next(0), expect(pred(ExprOp::ne, {r(0), num(INT32_MIN)}), 3)});
  EXPECT_NE(result.verdict, Verdict::safe);
  options.integers = result::Integers::bitvector;
  result = run({choose(0), next(0), expect(pred(ExprOp::ne, {r(0), num(INT32_MIN)}), 3)});
  ASSERT_EQ(result.verdict, Verdict::unsafe);
  EXPECT_EQ(result.violations[0].choices, Choices{value_choice(INT32_MAX)});
}

TEST_F(BoundedTest, ASpentBudgetIsUnknown) {
  budget.cancel();
  result::Claims result = run({choose(0), expect(pred(ExprOp::ne, {r(0), num(77)}), 4)});
  EXPECT_EQ(result.verdict, Verdict::unknown);
  EXPECT_EQ(result.reason, "interrupted");
}

TEST_F(BoundedTest, TheSameTwice) {
  Block body = join({choose(1), choose(2)}, join(count_to(1, 9), {expect(pred(ExprOp::ne, {r(0), r(2)}), 5)}));
  result::Claims a = run(body), b = run(body);
  ASSERT_EQ(a.violations.size(), 1u);
  EXPECT_EQ(a.violations[0].choices, b.violations[0].choices);
  for (const auto& [name, value] : a.statistics.entries())
    EXPECT_TRUE(name.find("time") != std::string::npos || name.find("seconds") != std::string::npos ||
                value == b.statistics.get(name))
        << name;
}

}  // namespace
}  // namespace fencepost::engine::bounded
