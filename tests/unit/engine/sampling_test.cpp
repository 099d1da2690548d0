// Runs drawn at random: what fails is found, replays on the machine of each model, and nothing fails in correct programs.
#include <gtest/gtest.h>

#include "../clang/c_program.h"
#include "check/allowed.h"
#include "check/replay.h"
#include "engine/sampling/sampled_run.h"
#include "engine/sampling/sampler.h"

namespace fencepost::engine::sampling {
namespace {

struct Case {
  const char* name;
  const char* shared;  // declarations and thread functions
  const char* main;    // its body
  bool fails;
};

constexpr const char* kTwo = R"(
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
)";

constexpr Case kCases[] = {
    {"LostUpdate", "int count; void* work(void* unused) { count = count + 1; return 0; }", kTwo, true},
    {"Mutex", R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;
void* work(void* unused) { pthread_mutex_lock(&m); count = count + 1; pthread_mutex_unlock(&m); return 0; })",
     kTwo, false},
    {"MutexReleasedTooEarly", R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;
void* work(void* unused) {
  pthread_mutex_lock(&m);
  int old = count;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  count = old + 1;
  pthread_mutex_unlock(&m);
  return 0;
})",
     kTwo, true},
    {"SharedLocalAndCopies", R"(
struct pair { int a, b; };
void* work(void* argument) { struct pair* p = argument; p->a = 1; p->b = 1; return 0; })",
     R"(
  struct pair both = {0, 0};
  pthread_t t;
  pthread_create(&t, 0, work, &both);
  struct pair seen = both;
  assert(seen.a == seen.b);
  pthread_join(t, 0);
)",
     true},
    {"FailedExchange", R"(
atomic_int x;
int won[2];
void* work(void* argument) {
  int old = 0;
  *(int*)argument = atomic_compare_exchange_strong(&x, &old, 1);
  return 0;
})",
     R"(
  pthread_t a, b;
  pthread_create(&a, 0, work, &won[0]);
  pthread_create(&b, 0, work, &won[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(won[0]);
)",
     true},
    {"SectionsAndChoices", R"(
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
int x, y;
void* work(void* unused) {
  __VERIFIER_atomic_begin();
  int chosen = __VERIFIER_nondet_int();
  x = chosen;
  y = chosen;
  __VERIFIER_atomic_end();
  return 0;
})",
     R"(
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  __VERIFIER_atomic_begin();
  int a = x, b = y;
  __VERIFIER_atomic_end();
  if (a != b) return 1 / 0;
  assert(a != 3);
)",
     true},
};

std::string text_of(const Case& one) {
  return std::string("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n") + one.shared +
         "\nint main(void) {" + one.main + "}\n";
}

class Sampling : public testing::TestWithParam<Case> {};

TEST_P(Sampling, FailuresReplay) {
  CProgram c(text_of(GetParam()));
  frontend::Elaborated elaborated = c.elaborate();
  core::UndefSet checks = core::UndefSet::defaults();
  SharedLocals locals;
  size_t length = 50;
  int failed = 0;
  for (Draw draw; draw.seed <= 400; ++draw.seed) {
    Budget budget;
    draw.changes = static_cast<unsigned>(draw.seed % 6);
    draw.length = length;
    using check::MachineKind;
    for (const auto& [machine, name] :
         {std::pair(MachineKind::sc, "sc"), std::pair(MachineKind::tso, "tso"), std::pair(MachineKind::pso, "pso")}) {
      bool buffers = machine != MachineKind::sc;
      const auto model = memory::load_model(name);
      Drawn drawn = draw_run(draw, elaborated.program, checks, buffers, locals, budget);
      length = std::max(length, drawn.turns);
      const std::optional<result::Claim>& claim = drawn.failure;
      if (!claim) continue;
      ++failed;
      EXPECT_EQ(claim->kind, core::Undef::assertion);
      check::Replayed replayed =
          check::replay(elaborated.program, *claim, checks, budget, program::Mapping(*model), machine);
      ASSERT_FALSE(replayed.problem) << "seed " << draw.seed << ": " << *replayed.problem;
      EXPECT_FALSE(replayed.trace.empty());
      ASSERT_TRUE(replayed.graph);
      EXPECT_TRUE(check::is_consistent(replayed.graph->graph, model, budget));
    }
  }
  EXPECT_EQ(failed > 0, GetParam().fails);
}

INSTANTIATE_TEST_SUITE_P(Runs, Sampling, testing::ValuesIn(kCases), [](const auto& test) { return test.param.name; });

// An engine that works for so many ticks, or until it is preempted.
bool ends_by_itself(Budget& budget, uint32_t ticks) {
  try {
    while (budget.ticks() < ticks) budget.check();
  } catch (const Exhausted&) {
    return false;
  }
  return true;
}

constexpr uint32_t kEnough = 20'000;  // ticks that allow the run that fails

class SamplerTest : public testing::Test {
 protected:
  // What is found beside an engine of so much work; `fails`: the first case.
  std::optional<result::Claim> found_beside(uint32_t ticks, bool fails = true, bool replays = true) {
    CProgram c(text_of(kCases[fails ? 0 : 1]));
    frontend::Elaborated elaborated = c.elaborate();
    core::UndefSet checks = core::UndefSet::defaults();
    Sampler sampler(elaborated.program, checks, false, [=](const result::Claim&, Budget&) { return replays; }, engine_);
    ended_ = ends_by_itself(engine_, ticks);
    std::optional<result::Claim> found = sampler.finding();
    steps_ = sampler.steps();
    return found;
  }

  Budget engine_;
  bool ended_ = false;
  uint64_t steps_ = 0;
};

TEST_F(SamplerTest, PreemptsTheEngine) {
  engine_.limit_time(50);
  auto found = found_beside(~0u);
  EXPECT_FALSE(ended_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, core::Undef::assertion);
  EXPECT_NO_THROW(engine_.check_now());
}

// The engine is done before the sampler has looked: what its work allows is drawn nevertheless.
TEST_F(SamplerTest, GoesBeforeAnEngineThatWorkedForLong) {
  ASSERT_TRUE(found_beside(kPatience + kEnough));
  uint64_t first = steps_;
  ASSERT_TRUE(found_beside(2 * kPatience));
  EXPECT_EQ(steps_, first);
}

TEST_F(SamplerTest, DoesNotHelpAnEngineThatIsQuick) {
  EXPECT_FALSE(found_beside(kPatience));
  EXPECT_EQ(steps_, 0u);
}

// One tick allows one run, since a run that has begun comes to its end.
TEST_F(SamplerTest, TakesNoMoreThanTheWorkAllows) {
  EXPECT_FALSE(found_beside(kPatience + 1, false));
  uint64_t one_run = steps_;
  EXPECT_FALSE(found_beside(kPatience + kEnough, false));
  EXPECT_GT(steps_, 2 * one_run);
  EXPECT_LT(steps_, kEnough * kStepsPerTick + 10 * one_run);
}

TEST_F(SamplerTest, EndsByItself) {
  EXPECT_FALSE(found_beside(kPatience + kEnough, false));
  EXPECT_GT(steps_, 0u);
}

TEST_F(SamplerTest, WhatDoesNotReplayDoesNotCount) { EXPECT_FALSE(found_beside(kPatience + kEnough, true, false)); }

TEST_F(SamplerTest, DoesNotWaitWhenTheTimeIsOver) {
  engine_.cancel();
  EXPECT_FALSE(found_beside(kPatience + kEnough, false));
}

}  // namespace
}  // namespace fencepost::engine::sampling
