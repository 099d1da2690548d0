#include "flat/symmetry.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "../clang/c_program.h"
#include "builder.h"
#include "flat/flatten.h"
#include "flat/interpreter.h"
#include "flat/verify.h"
#include "program/lower.h"

namespace fencepost::flat {
namespace {

using testing::Builder;

// main, which begins threads of one function in turn.
struct Program : Builder {
  TemplateId main = thread("main");
  VarId x = shared("x", 32), y = shared("y", 32), lock = shared("lock", 32);
  std::vector<TemplateId> workers;

  TemplateId worker(const std::string& name, uint32_t instances = 1) {
    TemplateId made = thread(name, instances);
    uint32_t at = static_cast<uint32_t>(workers.size());
    edge(main, at, at + 1, Spawn{made, {}});
    workers.push_back(made);
    return made;
  }
  // Takes the lock as the thread with that number, looks at what it has stored, and gives the lock back.
  void body(TemplateId of, const std::string& suffix, Bits number, VarId stored, Bits value) {
    VarId found = own(of, "found" + suffix, 32), seen = own(of, "seen" + suffix, 32);
    Term is_free = terms.eq((*this)(found), num(0, 32));
    edge(of, 0, 1, Rmw{found, {lock, {}}, is_free, num(number, 32)});
    program.templates[index(of)].edges.back().role = core::Role::Kind::lock;
    edge(of, 1, 2, Assume{is_free});
    edge(of, 2, 3, Store{{stored, {}}, num(value, 32)});
    edge(of, 3, 4, Load{seen, {stored, {}}});
    edge(of, 4, 5, Check{core::Undef::assertion, terms.eq((*this)(seen), num(value, 32)), "alone"});
    edge(of, 5, 6, Rmw{found, {lock, {}}, terms.boolean(true), num(0, 32)});
    program.templates[index(of)].edges.back().role = core::Role::Kind::unlock;
    edge(of, 6, 7, Check{core::Undef::invalid_unlock, terms.eq((*this)(found), num(number, 32)), "own"});
  }
};

TEST(Symmetry, UnitesTwoThreadsAndCountsThem) {
  Program p;
  p.worker("worker"), p.worker("worker#1");
  p.body(p.workers[0], "", 2, p.x, 5), p.body(p.workers[1], "#1", 3, p.x, 7);
  Symmetry made = symmetry_of(p.done(), p.terms);
  EXPECT_FALSE(made.why_not());
  ASSERT_EQ(made.replicated.size(), 1u);
  EXPECT_EQ(made.replicated[0].instances, Instances{2});
  ASSERT_EQ(made.program.templates.size(), 2u);
  EXPECT_TRUE(made.differences.empty());
  EXPECT_FALSE(problem_of(made.program));
  Explored before = explore(p.program), after = explore(made.program);
  EXPECT_TRUE(before.failures.empty() && after.failures.empty());
  EXPECT_TRUE(before.complete && after.complete);
}

// With one number for both, each would take what the other one stores for its own.
TEST(Symmetry, ThreadsThatTakeNoLockStillFail) {
  Program p;
  p.worker("worker"), p.worker("worker#1");
  p.body(p.workers[0], "", 2, p.x, 5), p.body(p.workers[1], "#1", 3, p.x, 7);
  for (TemplateId id : p.workers) p.program.templates[index(id)].edges[1].label = Assume{p.terms.boolean(true)};
  Symmetry made = symmetry_of(p.done(), p.terms);
  EXPECT_EQ(explore(p.program).failures.size(), 4u);
  EXPECT_EQ(explore(made.program).failures.size(), 2u);
}

TEST(Symmetry, WhatIsStoredInLocksIsTheNumberOfTheInstance) {
  Program p;
  p.worker("worker"), p.worker("worker#1"), p.worker("worker#2");
  for (uint32_t i = 0; i < 3; ++i) p.body(p.workers[i], "#" + std::to_string(i), 2 + i, p.x, 5 + i);
  Symmetry made = symmetry_of(p.done(), p.terms);
  EXPECT_EQ(std::ranges::count_if(made.program.variables, &Variable::is_instance_number), 1);
  std::string text = to_string(made.program);
  // Above what main would store, which has the number 0.
  EXPECT_NE(text.find("(bvadd ((_ zero_extend 2) worker.self) #x00000001)"), std::string::npos) << text;
  EXPECT_NE(text.find("worker.given2 := #x00000005"), std::string::npos) << text;
}

TEST(Symmetry, NumbersOfSeveralCrowdsDiffer) {
  Program p;
  p.worker("left"), p.worker("left#1"), p.worker("right"), p.worker("right#1");
  for (uint32_t i = 0; i < 4; ++i) p.body(p.workers[i], "#" + std::to_string(i), 2 + i, i < 2 ? p.x : p.y, 5);
  Symmetry made = symmetry_of(p.done(), p.terms);
  EXPECT_EQ(made.replicated.size(), 2u);
  EXPECT_EQ(std::ranges::count_if(made.program.variables, &Variable::is_instance_number), 2);
}

// Otherwise one of the crowd might have the number of the other thread.
TEST(Symmetry, ThreadsBesideACrowdHaveNumbersAsWell) {
  Program p;
  p.worker("worker"), p.worker("worker#1"), p.worker("other");
  for (uint32_t i = 0; i < 3; ++i) p.body(p.workers[i], "#" + std::to_string(i), 2 + i, i < 2 ? p.x : p.y, 4);
  Symmetry made = symmetry_of(p.done(), p.terms);
  ASSERT_EQ(made.replicated.size(), 1u);
  EXPECT_EQ(made.program.templates[2].instances, Instances{1});
  EXPECT_EQ(std::ranges::count_if(made.program.variables, &Variable::is_instance_number), 2);
  std::string text = to_string(made.program);
  EXPECT_NE(text.find("check invalid-unlock (= found#2 (bvadd ((_ zero_extend 2) other.self) #x00000001))"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("store y := #x00000004"), std::string::npos) << text;
}

// If it were the number of the instance, no two would store the same.
TEST(Symmetry, WhatDoesNotTellThreadsApartIsNoNumber) {
  Program p;
  p.worker("left"), p.worker("left#1"), p.worker("right"), p.worker("right#1");
  for (uint32_t i = 0; i < 4; ++i) p.body(p.workers[i], "#" + std::to_string(i), 2 + i % 2, i < 2 ? p.x : p.y, 5);
  Symmetry made = symmetry_of(p.done(), p.terms);
  EXPECT_EQ(std::ranges::count_if(made.program.variables, &Variable::is_instance_number), 0);
  EXPECT_NE(to_string(made.program).find("left.given1 := #x00000002"), std::string::npos);
}

TEST(Symmetry, AnyNumberOfThreadsIsReplicatedAsItIs) {
  Program p;
  p.worker("worker", 0);
  p.body(p.workers[0], "", 2, p.x, 5);
  Symmetry made = symmetry_of(p.done(), p.terms);
  ASSERT_EQ(made.replicated.size(), 1u);
  EXPECT_TRUE(made.replicated[0].instances.any());
  EXPECT_EQ(at_most(made.program, 4).templates[1].instances, Instances{4});
}

TEST(Symmetry, TellsWhereThreadsUseOtherParts) {
  Program p;
  p.program.variables[index(p.x)].part = Part{"flags", 0, 32};
  p.program.variables[index(p.y)].part = Part{"flags", 32, 32};
  p.worker("worker"), p.worker("worker#1");
  p.body(p.workers[0], "", 2, p.x, 5), p.body(p.workers[1], "#1", 3, p.y, 5);
  for (TemplateId id : p.workers) p.program.templates[index(id)].edges[2].pos.line = 12;
  Symmetry made = symmetry_of(p.done(), p.terms);
  EXPECT_TRUE(made.replicated.empty());
  ASSERT_TRUE(made.why_not());
  EXPECT_EQ(made.why_not()->reason, "each thread that runs worker uses another part of flags, which it was told");
  EXPECT_EQ(made.why_not()->pos.line, 12u);
}

TEST(Symmetry, TellsWhenFunctionsDiffer) {
  Program p;
  p.worker("first"), p.worker("second");
  p.body(p.workers[0], "", 2, p.x, 5), p.body(p.workers[1], "#1", 3, p.y, 5);
  ASSERT_TRUE(symmetry_of(p.done(), p.terms).why_not());
  EXPECT_EQ(symmetry_of(p.done(), p.terms).why_not()->reason, "each thread runs another function");
}

Symmetry of_c(const std::string& text, logic::Terms& terms) {
  frontend::SourceOptions options;
  options.orders_as_threads_see = false;
  core::Program program =
      CProgram("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdint.h>\n" + text,
               options)
          .elaborate()
          .program;
  program::Cfa cfa = program::lower(program);
  Budget budget;
  return symmetry_of(std::get<FlatProgram>(flatten(cfa, nullptr, terms, budget)), terms);
}

size_t numbers_in(const FlatProgram& program) {
  return static_cast<size_t>(std::ranges::count_if(program.variables, &Variable::is_instance_number));
}

constexpr const char* kThreeThreads =
    "int main(void) { pthread_t t; for (intptr_t i = 0; i < 3; i++) pthread_create(&t, 0, worker, (void *)i); }";

TEST(SymmetryOfC, MutexesDoNotBreakIt) {
  logic::Terms terms;
  Symmetry made = of_c(std::string("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;\n"
                                   "void *worker(void *p) { pthread_mutex_lock(&m); x = 1; assert(x == 1);"
                                   " x = 0; pthread_mutex_unlock(&m); return 0; }\n") +
                           kThreeThreads,
                       terms);
  ASSERT_EQ(made.replicated.size(), 1u);
  EXPECT_EQ(made.replicated[0].instances, Instances{3});
  EXPECT_EQ(numbers_in(made.program), 1u);
  Explored explored = explore(made.program);
  EXPECT_TRUE(explored.complete);
  EXPECT_TRUE(explored.failures.empty());
}

TEST(SymmetryOfC, NumbersThatAreOnlyStoredDoNotBreakIt) {
  logic::Terms terms;
  Symmetry made = of_c(
      std::string("atomic_int last; void *worker(void *p) { last = (int)(intptr_t)p; return 0; }\n") + kThreeThreads,
      terms);
  ASSERT_EQ(made.replicated.size(), 1u);
  EXPECT_EQ(made.replicated[0].instances, Instances{3});
  EXPECT_EQ(numbers_in(made.program), 0u);
}

TEST(SymmetryOfC, IndicesBreakIt) {
  logic::Terms terms;
  Symmetry made = of_c(std::string("atomic_int flags[3];\n"
                                   "void *worker(void *p) {\n"
                                   "  flags[(intptr_t)p] = 1;\n"
                                   "  return 0; }\n") +
                           kThreeThreads,
                       terms);
  ASSERT_TRUE(made.why_not());
  EXPECT_EQ(made.why_not()->reason, "each thread that runs worker uses another part of flags, which it was told");
  EXPECT_EQ(made.why_not()->pos.line, 7u);
}

}  // namespace
}  // namespace fencepost::flat
