// The explorer's counts and outcomes on small programs with threads, built in C.
#include "engine/explore/explore.h"

#include <gtest/gtest.h>

#include <set>

#include "../clang/c_program.h"
#include "base/diagnostic.h"
#include "program/lower.h"

namespace fencepost::engine::explore {
namespace {

using result::Exploration;

const std::string kHead = R"(
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
atomic_int x, y;
int a, b;
#define STORE(v, n) atomic_store_explicit(&v, n, memory_order_relaxed)
#define LOAD(v) atomic_load_explicit(&v, memory_order_relaxed)
)";
const std::string kMain = R"(
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, left, 0);
  pthread_create(&two, 0, right, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 2 * a + b;
}
)";

class ExploreTest : public ::testing::Test {
 protected:
  ExploreOptions options;
  std::string model = "sc";
  result::ExecutionVisitor visit;

  Exploration explored(const std::string& text) {
    CProgram source(text);
    frontend::Elaborated elaborated = source.elaborate();
    program::Cfa cfa = program::lower(elaborated.program);
    Budget budget;
    return explore({elaborated.program, cfa, {}, memory::load_model(model)}, options, budget, visit);
  }
  Exploration threads(const std::string& left, const std::string& right) {
    return explored(kHead + "static void* left(void* p) { " + left + " return p; }\n" +
                    "static void* right(void* p) { " + right + " return p; }\n" + kMain);
  }
  static std::set<std::string> returned(const Exploration& exploration) {
    std::set<std::string> values;
    for (const result::Outcome& outcome : exploration.outcomes) values.insert(outcome.values[0]);
    return values;
  }
};

TEST_F(ExploreTest, StoreBufferingHasOneExecutionMoreWhereStoresAreBuffered) {
  for (const auto& [name, count] : {std::pair("sc", 3u), {"tso", 4u}, {"pso", 4u}, {"rc11", 4u}}) {
    model = name;
    Exploration all = threads("STORE(x, 1); a = LOAD(y);", "STORE(y, 1); b = LOAD(x);");
    EXPECT_TRUE(all.whole) << all.reason;
    EXPECT_EQ(all.executions, count) << name;
    EXPECT_EQ(returned(all).contains("0"), count == 4) << name;
  }
}

TEST_F(ExploreTest, OrdersOfWritesAreToldApartThoughNobodyReads) {
  options.observed = {"x", "y"};
  for (const auto& [name, count] : {std::pair("sc", 3u), {"tso", 3u}, {"pso", 4u}, {"rc11", 4u}}) {
    model = name;
    Exploration all = threads("STORE(x, 1); STORE(y, 2);", "STORE(y, 1); STORE(x, 2);");
    EXPECT_EQ(all.executions, count) << name;
    EXPECT_EQ(all.outcomes.size(), count) << name;
    for (const result::Outcome& outcome : all.outcomes) EXPECT_EQ(outcome.executions, 1u);
  }
}

TEST_F(ExploreTest, UpdatesOfOneCounter) {
  for (const char* name : {"sc", "tso", "rc11"}) {
    model = name;
    options.observed = {"x"};
    Exploration all = threads("atomic_fetch_add(&x, 1); atomic_fetch_add(&x, 1);", "atomic_fetch_add(&x, 1);");
    EXPECT_EQ(all.executions, 3u) << name;
    ASSERT_EQ(all.outcomes.size(), 1u);
    EXPECT_EQ(all.outcomes[0].values[1], "3");
  }
}

TEST_F(ExploreTest, ThreadsThatWaitForGoodAreBlocked) {
  options.blocked = true;
  Exploration all = threads("while (!LOAD(x));", "STORE(x, 1);");
  EXPECT_EQ(all.executions, 1u);
  EXPECT_EQ(all.blocked, 1u);
  Exploration assumed = threads("a = LOAD(x); __VERIFIER_assume(a == 1);", "STORE(x, 1);");
  EXPECT_EQ(assumed.executions, 1u);
  EXPECT_EQ(assumed.blocked, 1u);
}

TEST_F(ExploreTest, AnIterationWaitsIfTheValuesThatItReadSaySo) {
  options.blocked = true;
  Exploration flag = threads("int done = 0; while (!done) done = LOAD(x);", "STORE(x, 1); STORE(x, 2);");
  EXPECT_EQ(flag.executions, 2u);
  EXPECT_EQ(flag.blocked, 1u);
  Exploration counted = threads("for (int n = 0; n < 2; n++) a = LOAD(x);", "STORE(x, 1);");
  EXPECT_EQ(counted.executions, 3u);
}

TEST_F(ExploreTest, AnUpdateThatWritesWhatItReadOnlyWaits) {
  const std::string section = "for (;;) { while (LOAD(x)); if (!atomic_exchange(&x, 1)) break; } STORE(x, 0);";
  for (const char* name : {"sc", "tso", "rc11"}) {
    model = name;
    Exploration all = threads(section, section);
    EXPECT_TRUE(all.whole) << all.reason;
    EXPECT_EQ(all.executions, 4u) << name;
  }
}

TEST_F(ExploreTest, DataThatNoReadTakesIsNoDifference) {
  Exploration one = threads("a = __VERIFIER_nondet_int() != 0;", "STORE(x, 1);");
  EXPECT_EQ(one.executions, 1u);
  EXPECT_FALSE(one.all_outcomes);
  Exploration two = threads("if (__VERIFIER_nondet_int()) STORE(x, 1);", "b = LOAD(x);");
  EXPECT_EQ(two.executions, 3u);
}

TEST_F(ExploreTest, OrdersOfEvaluationThatLeadToTheSameAccessesAreNoDifference) {
  for (const char* name : {"sc", "rc11"}) {
    model = name;
    Exploration all = explored(kHead + R"(
struct { const int parties; atomic_int present; } room = {2, 0};
static void* left(void* p) { if (atomic_fetch_add(&room.present, 1) == room.parties - 1) a = 1; return p; }
static void* right(void* p) { if (atomic_fetch_add(&room.present, 1) == room.parties - 1) b = 1; return p; }
)" + kMain);
    EXPECT_TRUE(all.whole) << all.reason;
    EXPECT_EQ(all.executions, 2u) << name;
  }
}

TEST_F(ExploreTest, AThreadStopsWhereItsBoundEnds) {
  options.blocked = true;
  options.engine.unwind = 1;
  const std::string left = "static void* left(void* p) { for (;;) if (!atomic_exchange(&x, 1)) break; return p; }\n";
  const std::string right = "static void* right(void* p) { STORE(x, 2); return p; }\n";
  const std::string spawns = "pthread_t one, two; pthread_create(&one, 0, left, 0); pthread_create(&two, 0, right, 0);";
  Exploration alone = explored(kHead + left + right + "int main(void) { " + spawns + " return 0; }");
  EXPECT_EQ(alone.executions, 2u);
  EXPECT_EQ(alone.blocked, 0u);
  // It does not come to its end, so nobody can join it.
  Exploration joined =
      explored(kHead + left + right + "int main(void) { " + spawns + " pthread_join(one, 0); return 0; }");
  EXPECT_EQ(joined.executions, 1u);
  EXPECT_EQ(joined.blocked, 1u);
}

TEST_F(ExploreTest, ALimitOfOursIsNoEnd) {
  options.engine.unwind = 3;
  Exploration some = explored("static int f(int n) { return f(n ^ 1); } int main(void) { return f(0); }");
  EXPECT_FALSE(some.whole);
  EXPECT_EQ(some.executions, 0u);
}

TEST_F(ExploreTest, ArrivalsAtABarrierAreNotToldApart) {
  for (const char* name : {"sc", "rc11"}) {
    model = name;
    Exploration all = explored(kHead + R"(
pthread_barrier_t barrier;
static void* left(void* p) { STORE(x, 1); pthread_barrier_wait(&barrier); return p; }
static void* right(void* p) { pthread_barrier_wait(&barrier); b = LOAD(x); return p; }
int main(void) {
  pthread_t one, two;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&one, 0, left, 0);
  pthread_create(&two, 0, right, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return b;
})");
    EXPECT_EQ(all.executions, 1u) << name;
    EXPECT_EQ(returned(all), std::set<std::string>{"1"}) << name;
  }
}

TEST_F(ExploreTest, ALimitIsNoWholeCount) {
  options.limit = 2;
  Exploration some = threads("STORE(x, 1); a = LOAD(y);", "STORE(y, 1); b = LOAD(x);");
  EXPECT_FALSE(some.whole);
  EXPECT_EQ(some.executions, 2u);
  EXPECT_NE(some.reason.find("--limit"), std::string::npos);
}

TEST_F(ExploreTest, EveryExecutionIsShown) {
  size_t shown = 0;
  visit = [&](const result::Execution& execution) {
    ++shown;
    EXPECT_NE(execution.graph.find_relation("fr"), nullptr);
    bool labelled = false;
    for (const memory::Event& event : execution.graph.events()) labelled = labelled || event.label == "W x = 1";
    EXPECT_TRUE(labelled);
    return true;
  };
  EXPECT_EQ(threads("STORE(x, 1); a = LOAD(y);", "STORE(y, 1); b = LOAD(x);").executions, shown);
}

TEST_F(ExploreTest, AVisitorMayHaveSeenEnough) {
  size_t shown = 0;
  visit = [&](const result::Execution&) { return ++shown < 2; };
  EXPECT_FALSE(threads("STORE(x, 1); a = LOAD(y);", "STORE(y, 1); b = LOAD(x);").whole);
  EXPECT_EQ(shown, 2u);
}

TEST_F(ExploreTest, UnknownNamesAreBadInput) {
  options.observed = {"nothing"};
  EXPECT_THROW(threads("", ""), InputError);
}

TEST_F(ExploreTest, AFailureThatNobodyKnowsOfMakesNoNumber) {
  const std::string left = "STORE(x, 1);", right = "int none = 0; if (LOAD(x)) b = 1 / none;";
  EXPECT_TRUE(threads(left, right).whole);
  options.may_fail = false;
  Exploration some = threads(left, right);
  EXPECT_FALSE(some.whole);
  EXPECT_EQ(some.executions, 1u);
  EXPECT_TRUE(threads(left, "b = LOAD(x);").whole);
}

TEST_F(ExploreTest, OneThreadHasOneExecution) {
  Exploration all = explored("int main(void) { return 3; }");
  EXPECT_EQ(all.executions, 1u);
  EXPECT_EQ(returned(all), std::set<std::string>{"3"});
}

}  // namespace
}  // namespace fencepost::engine::explore
