// What an engine claims becomes a result only as far as it is confirmed.
#include "check/checker.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "../clang/c_program.h"
#include "program/lower.h"

namespace fencepost::check {
namespace {

using result::Claim;
using result::Claims;
using result::Result;
using result::Verdict;

// Nobody else can make one.
static_assert(!std::is_default_constructible_v<result::Violation>);
static_assert(!std::is_constructible_v<result::Violation, Claim>);
static_assert(!std::is_constructible_v<result::Violation, Claim, std::vector<result::Step>>);

class CheckerTest : public ::testing::Test {
 protected:
  CheckerTest() : source("int nondet(void);\nint main(void) {\n  int x = 1;\n  return 1 / (x - 1);\n}\n") {
    elaborated = source.elaborate();
    elaborated.program.uses_addresses = false;  // so that a run needs no choices
    cfa = program::lower(elaborated.program);
  }
  Result confirmed(const Claims& claims) {
    result::Task task{elaborated.program, cfa, {}, memory::load_model("sc")};
    return Checker(task).confirm(claims, budget);
  }
  Claim division(uint32_t line) {
    Claim claim;
    claim.kind = core::Undef::div_zero;
    claim.pos = place_of_division();
    claim.pos.line = line;
    return claim;
  }
  SourcePos place_of_division() {
    core::ReplayChoices none({});
    core::UndefSet checks = core::UndefSet::defaults();
    core::Interpreter interpreter(elaborated.program, checks, none, budget, {});
    return interpreter.run().failures.at(0).pos;
  }
  CProgram source;
  frontend::Elaborated elaborated;
  program::Cfa cfa;
  Budget budget;
};

TEST_F(CheckerTest, ATrueClaimBecomesAViolationWithItsStory) {
  Claims claims;
  claims.verdict = Verdict::unsafe;
  claims.violations = {division(4)};
  Result result = confirmed(claims);
  EXPECT_EQ(result.verdict, Verdict::unsafe);
  ASSERT_EQ(result.violations.size(), 1u);
  EXPECT_FALSE(result.violations[0].trace.empty());
  EXPECT_TRUE(result.diagnostics.empty());
}

TEST_F(CheckerTest, AFalseClaimIsALoudUnknown) {
  Claims claims;
  claims.verdict = Verdict::unsafe;
  claims.violations = {division(3)};
  Result result = confirmed(claims);
  EXPECT_EQ(result.verdict, Verdict::unknown);
  EXPECT_EQ(result.reason, "the engine's violation does not replay (see the diagnostics)");
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].severity, Severity::error);
  EXPECT_NE(result.diagnostics[0].message.find("internal error"), std::string::npos);
}

TEST_F(CheckerTest, OfTwoClaimsTheTrueOneStaysAndTheOtherIsTold) {
  Claims claims;
  claims.verdict = Verdict::unsafe;
  claims.violations = {division(3), division(4)};
  Result result = confirmed(claims);
  EXPECT_EQ(result.verdict, Verdict::unsafe);
  ASSERT_EQ(result.violations.size(), 1u);
  EXPECT_EQ(result.violations[0].pos.line, 4u);
  EXPECT_EQ(result.diagnostics.size(), 1u);
}

TEST_F(CheckerTest, UnsafeWithoutAClaimIsUnknown) {
  Claims claims;
  claims.verdict = Verdict::unsafe;
  EXPECT_EQ(confirmed(claims).verdict, Verdict::unknown);
}

TEST_F(CheckerTest, AProofThatNobodyCanCheckIsNoVerdict) {
  Claims claims;
  claims.verdict = Verdict::safe;
  EXPECT_EQ(confirmed(claims).verdict, Verdict::safe);
  claims.proof = result::Refutation{};
  Result result = confirmed(claims);
  EXPECT_EQ(result.verdict, Verdict::unknown);
  EXPECT_EQ(result.reason, "the engine's proof is of a kind that nobody here can check");
}

}  // namespace
}  // namespace fencepost::check
