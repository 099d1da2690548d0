// C programs with threads through the front end: the interpreter's own schedules, and replay of runs written by hand.
#include <gtest/gtest.h>

#include "../clang/c_program.h"
#include "check/replay.h"

namespace fencepost::check {
namespace {

using result::RunStep;

std::string run(const std::string& text, uint64_t seed) {
  CProgram program(text);
  frontend::Elaborated elaborated = program.elaborate();
  core::DefaultChoices choices;
  Budget budget;
  core::UndefSet checks = core::UndefSet::defaults();
  core::Interpreter interpreter(elaborated.program, checks, choices, budget, {}, seed);
  core::Outcome outcome = interpreter.run();
  if (outcome.kind == core::Outcome::Kind::finished && outcome.result)
    return "returns " + std::to_string(static_cast<int32_t>(outcome.result->bits));
  if (outcome.kind == core::Outcome::Kind::violated) return std::string(core::info(outcome.failures.front().kind).id);
  return std::string(core::name(outcome.kind)) + ": " + outcome.reason;
}

TEST(CThreads, AMutexKeepsEveryAddition) {
  const char* text = R"(
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;
void* add(void* argument) {
  for (int i = 0; i < 5; ++i) {
    pthread_mutex_lock(&m);
    count = count + 1;
    pthread_mutex_unlock(&m);
  }
  return argument;
}
int main(void) {
  pthread_t a, b;
  int seven = 7;
  void* result;
  pthread_create(&a, 0, add, &seven);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, &result);
  pthread_join(b, 0);
  return count + *(int*)result;
}
)";
  for (uint64_t seed = 0; seed < 10; ++seed) EXPECT_EQ(run(text, seed), "returns 17") << seed;
}

TEST(CThreads, TwoLocksTheWrongWayRoundMayBlock) {
  const char* text = R"(
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void* other(void* argument) {
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, other, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  return 0;
}
)";
  int blocked = 0, finished = 0;
  for (uint64_t seed = 1; seed < 30; ++seed) {
    std::string outcome = run(text, seed);
    blocked += outcome.starts_with("blocked: thread 0 waits at ") ? 1 : 0;
    finished += outcome == "returns 0" ? 1 : 0;
  }
  EXPECT_EQ(blocked + finished, 29);
  EXPECT_GT(blocked, 0);
  EXPECT_GT(finished, 0);
}

class Dekker : public ::testing::Test {
 protected:
  Dekker()
      : source(R"(
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag1, flag2;
int inside;
void* left(void* argument) {
  atomic_store_explicit(&flag1, 1, memory_order_relaxed);
  if (!atomic_load_explicit(&flag2, memory_order_relaxed)) {
    inside = 1;
    assert(inside == 1);
  }
  return argument;
}
void* right(void* argument) {
  atomic_store_explicit(&flag2, 1, memory_order_relaxed);
  if (!atomic_load_explicit(&flag1, memory_order_relaxed)) inside = 2;
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
)"),
        elaborated(source.elaborate()) {}

  std::string judge(MachineKind kind) {
    Budget budget;
    const program::Mapping mapping(*memory::load_model(kind == MachineKind::given ? "rc11" : "pso"));
    return replay(elaborated.program, violation, core::UndefSet::defaults(), budget, mapping, kind)
        .problem.value_or("confirmed");
  }
  result::Cell cell(const std::string& name) const {
    const auto& globals = elaborated.program.globals;
    for (uint32_t i = 0; i < globals.size(); ++i)
      if (globals[i].name == name) return {{true, 0, i}, 0, 32};
    ADD_FAILURE() << name;
    return {};
  }

  CProgram source;
  frontend::Elaborated elaborated;
  result::Claim violation;
};

TEST_F(Dekker, FailsWithStoreBuffersAlone) {
  using Kind = RunStep::Kind;
  result::Cell one = cell("flag1"), two = cell("flag2"), inside = cell("inside");
  violation.kind = core::Undef::assertion;
  for (const core::Function& function : elaborated.program.functions)
    if (function.name == "left") violation.pos = source_pos(*function.pos.file, 11, 5);
  elaborated.program.uses_addresses = false;  // so that a run needs no choices
  result::ConcurrentRun run;
  run.choices.resize(3);
  run.spawned = {{1, 2}, {}, {}};
  run.cells = {one, two, inside};
  constexpr uint32_t kInitial = RunStep::kInitial;
  run.steps = {{Kind::write, 1, one, kInitial},    {Kind::write, 2, two, kInitial},    {Kind::read, 1, two, kInitial},
               {Kind::read, 2, one, kInitial},     {Kind::write, 1, inside, kInitial}, {Kind::flush, 1, one, kInitial},
               {Kind::flush, 1, inside, kInitial}, {Kind::write, 2, inside, kInitial}, {Kind::flush, 2, two, kInitial},
               {Kind::flush, 2, inside, kInitial}, {Kind::read, 1, inside, 7}};
  violation.concurrent = run;
  EXPECT_EQ(judge(MachineKind::tso), "confirmed");
  EXPECT_EQ(judge(MachineKind::pso), "confirmed");
  std::erase_if(violation.concurrent->steps, [](const RunStep& step) { return step.kind == Kind::flush; });
  violation.concurrent->steps.back().source = 5;
  violation.concurrent->coherence = {0, 1, 4, 5};
  EXPECT_NE(judge(MachineKind::sc).find("step 2 is a read of flag2 by thread 1: it sees what step 1 wrote"),
            std::string::npos);
  EXPECT_EQ(judge(MachineKind::given), "confirmed");
}

}  // namespace
}  // namespace fencepost::check
