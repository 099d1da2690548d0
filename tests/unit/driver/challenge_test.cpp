// The guards around SAFE, with engines that are wrong on purpose: what fails is noticed, what has no run is not SAFE.
#include <gtest/gtest.h>

#include "../clang/c_program.h"
#include "driver/challenged.h"
#include "engine/bounded/bounded.h"
#include "program/lower.h"

namespace fencepost::driver {
namespace {

using result::Executions;
using result::Result;
using result::Verdict;

constexpr const char* kHead =
    "#include <assert.h>\n"
    "#include <pthread.h>\n"
    "#include <stdatomic.h>\n"
    "int __VERIFIER_nondet_int(void);\n"
    "void __VERIFIER_assume(int);\n";

struct Checked {
  Checked(const core::Program& program, const char* model)
      : cfa(program::lower(program)), task{program, cfa, {}, memory::load_model(model)}, checker(task) {}

  program::Cfa cfa;
  result::Task task;
  check::Checker checker;
};

struct Forged {
  const char* name;
  const char* text;
  const char* model;
  bool fails;
};

constexpr const char* kLostUpdate = R"(
int count;
void* work(void* unused) { count = count + 1; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
})";

constexpr const char* kMessage = R"(
atomic_int data, flag;
void* work(void* unused) { atomic_store(&data, 1); atomic_store(&flag, 1); return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  if (atomic_load(&flag)) assert(atomic_load(&data) == 1);
  pthread_join(a, 0);
})";

constexpr Forged kForged[] = {
    {"Always", "int main(void) { assert(0); }", "sc", true},
    {"CornerOfAType", "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1 > 0; }", "sc", true},
    {"ANumberOfTheProgram", "int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 7654321); }", "sc", true},
    {"TwoThatAreEqual",
     "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x > 99 && x < 30000) assert(x "
     "!= y); }",
     "sc", true},
    {"LostUpdateSc", kLostUpdate, "sc", true},
    {"LostUpdateTso", kLostUpdate, "tso", true},
    {"LostUpdateRc11", kLostUpdate, "rc11", true},
    {"LostUpdateAarch64", kLostUpdate, "aarch64", true},
    {"LostUpdatePower", kLostUpdate, "power", true},
    {"MessageSc", kMessage, "sc", false},
    {"MessagePso", kMessage, "pso", false},
    {"MessageRc11", kMessage, "rc11", false},
    {"MessagePower", kMessage, "power", false},
    {"MessageRiscv", kMessage, "riscv", false},
};

class ForgedSafe : public testing::TestWithParam<Forged> {};

TEST_P(ForgedSafe, IsTakenBackIfSomethingFails) {
  for (Verdict verdict : {Verdict::safe, Verdict::safe_to_bound}) {
    CProgram c(std::string(kHead) + GetParam().text);
    frontend::Elaborated elaborated = c.elaborate();
    Checked checked(elaborated.program, GetParam().model);
    Budget budget;
    Challenge challenge(checked.task, checked.checker, {}, budget);
    Result result;
    result.verdict = verdict;
    challenge.judge(result, std::nullopt);
    if (GetParam().fails && verdict == Verdict::safe_to_bound) {
      EXPECT_EQ(result.verdict, Verdict::unsafe) << "it lies beyond the bound";
      ASSERT_EQ(result.violations.size(), 1u);
      EXPECT_FALSE(result.violations[0].trace.empty());
    } else if (GetParam().fails) {
      EXPECT_EQ(result.verdict, Verdict::unknown);
      ASSERT_EQ(result.diagnostics.size(), 1u);
      EXPECT_EQ(result.diagnostics[0].severity, Severity::error);
      EXPECT_TRUE(result.diagnostics[0].pos.valid());
      EXPECT_NE(result.diagnostics[0].hint.find("--seed"), std::string::npos);
      EXPECT_EQ(result.executions, Executions::unknown);
    } else {
      EXPECT_EQ(result.verdict, verdict);
      EXPECT_TRUE(result.diagnostics.empty());
      EXPECT_EQ(result.executions, Executions::shown) << "a drawn run comes to its end and replays";
    }
    EXPECT_GT(result.statistics.get("guards.runs"), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Challenge, ForgedSafe, testing::ValuesIn(kForged),
                         [](const auto& test) { return test.param.name; });

TEST(ForgedResult, WithoutARunIsTakenBack) {
  CProgram c(std::string(kHead) +
             "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x == x + 0 && x > 5);\n"
             "__VERIFIER_assume(x < 3); }");
  frontend::Elaborated elaborated = c.elaborate();
  Checked checked(elaborated.program, "sc");
  Budget budget;
  Challenge challenge(checked.task, checked.checker, {}, budget);
  Result result;
  result.verdict = Verdict::safe;
  challenge.judge(result, std::nullopt);
  EXPECT_EQ(result.verdict, Verdict::unknown);
}

TEST(ForgedResult, WithARunThatDoesNotReplayIsTakenBack) {
  CProgram c(std::string(kHead) +
             "int main(void) { __VERIFIER_assume(__VERIFIER_nondet_int() == 123456789);\n"
             "__VERIFIER_assume(__VERIFIER_nondet_int() == 987654321); }");
  frontend::Elaborated elaborated = c.elaborate();
  elaborated.program.uses_addresses = false;  // the choices below are all
  Checked checked(elaborated.program, "sc");
  Budget budget;
  for (bool is_right : {true, false}) {
    Challenge challenge(checked.task, checked.checker, {}, budget);
    Result result;
    result.verdict = Verdict::safe;
    result::Run run;
    using Kind = core::Choice::Kind;
    run.choices = {{Kind::value, 123456789, true}, {Kind::value, is_right ? 987654321u : 5u, true}};
    challenge.judge(result, run);
    EXPECT_EQ(result.verdict, is_right ? Verdict::safe : Verdict::unknown);
    EXPECT_EQ(result.diagnostics.empty(), is_right);
  }
}

// The engine itself, asked for a run.
struct Asked {
  const char* name;
  const char* text;
  const char* model;
  Executions executions;
  unsigned line;
};

constexpr Asked kAsked[] = {
    {"Contradiction",
     "int main(void) {\n int x = __VERIFIER_nondet_int();\n __VERIFIER_assume(x > 5);\n __VERIFIER_assume(x < 3);\n}",
     "sc", Executions::none, 9},
    {"FarInput", "int main(void) {\n int x = __VERIFIER_nondet_int();\n __VERIFIER_assume(x == 999 * 999 + 7);\n}",
     "sc", Executions::shown, 0},
    {"Never", "int main(void) {\n for (;;) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); }\n}", "sc",
     Executions::shown, 0},
    {"Idle", "int main(void) {\n for (;;) {}\n}", "sc", Executions::shown, 0},
    {"DiesInTheLoop", "int main(void) {\n unsigned x = 0;\n for (;;) {\n  x++;\n  __VERIFIER_assume(x < 10);\n }\n}",
     "sc", Executions::none, 10},
    {"DiesAfterALongLoop",
     "int main(void) {\n unsigned s = 0;\n for (unsigned i = 0; i < 20000; i++) s += i;\n __VERIFIER_assume(s == "
     "1);\n}",
     "sc", Executions::none, 9},
    {"ThreadThatBlocksItsJoiner",
     "int x;\nvoid* work(void* unused) {\n __VERIFIER_assume(x == 1);\n return 0;\n}\nint main(void) {\n pthread_t "
     "t;\n "
     "pthread_create(&t, 0, work, 0);\n pthread_join(t, 0);\n assert(0);\n}",
     "sc", Executions::none, 8},
    {"ThreadThatNobodyWaitsFor",
     "void* work(void* unused) {\n __VERIFIER_assume(0);\n return 0;\n}\nint main(void) {\n pthread_t t;\n "
     "pthread_create(&t, 0, work, 0);\n return 0;\n}",
     "sc", Executions::shown, 0},
};

class AskedEngine : public testing::TestWithParam<Asked> {};

TEST_P(AskedEngine, AreShownOrThereAreNone) {
  CProgram c(std::string(kHead) + GetParam().text);
  frontend::Elaborated elaborated = c.elaborate();
  Checked checked(elaborated.program, GetParam().model);
  Budget budget;
  Challenge challenge(checked.task, checked.checker, {}, budget);
  result::EngineOptions options;
  options.unwind = GetParam().executions == Executions::none ? 0 : 2;
  engine::Listener listener;
  listener.needs_run = [&] { return challenge.needs_run(); };
  result::Claims claims = engine::bounded::BoundedEngine(options, listener).run(checked.task, budget);
  Result result = checked.checker.confirm(claims, budget);
  challenge.judge(result, claims.run);
  EXPECT_EQ(result.executions, GetParam().executions) << result.reason;
  bool none = GetParam().executions == Executions::none;
  EXPECT_EQ(result.verdict == Verdict::unknown, none) << result.reason;
  EXPECT_TRUE(result.diagnostics.empty());
  EXPECT_EQ(none ? result.reason_pos.line : 0, GetParam().line) << result.reason;
}

INSTANTIATE_TEST_SUITE_P(Challenge, AskedEngine, testing::ValuesIn(kAsked),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace fencepost::driver
