// Failing runs of flat programs become claims that check/ confirms.
#include "engine/way_back.h"

#include <gtest/gtest.h>

#include "../check/race_text.h"
#include "../clang/c_program.h"
#include "../flat/random_text.h"
#include "check/checker.h"
#include "check/flat_races.h"
#include "flat/flatten.h"
#include "flat/operands.h"
#include "program/lower.h"
#include "random_walk.h"

namespace fencepost::engine::cegar {
namespace {

class Subject {
 public:
  explicit Subject(const std::string& text, std::initializer_list<core::Undef> kinds = {core::Undef::assertion}) {
    frontend::SourceOptions options;
    options.checks = {};
    for (core::Undef kind : kinds) options.checks.set(kind);
    options.orders_as_threads_see = false;
    source_.emplace(text, options);
    elaborated_ = source_->elaborate();
    cfa_ = program::lower(elaborated_.program);
    task_.emplace(result::Task{elaborated_.program, cfa_, {options.checks, false}, memory::load_model("sc")});
    auto made = flat::flatten(cfa_, nullptr, terms, budget_);
    if (auto* why = std::get_if<flat::NotFlat>(&made)) not_flat = why->reason;
    if (not_flat.empty()) program = std::get<flat::FlatProgram>(std::move(made));
  }

  // Empty: confirmed.
  std::string problem(const flat::Failure& failure) {
    WayBack back = way_back(*task_, program, failure.schedule, budget_);
    return back.claim ? judged(*back.claim) : "no way back: " + back.problem;
  }
  std::string problem_of_race(std::span<const flat::Step> run, const flat::Step& one, const flat::Step& other) {
    WayBack back = way_back_to_race(*task_, program, run, one, other, budget_);
    return back.claim ? judged(*back.claim) : "no way back: " + back.problem;
  }
  flat::Explored explored(uint64_t most_states = 60000) {
    flat::ExploreOptions limits;
    limits.most_states = most_states;
    return flat::explore(program, limits);
  }

  std::string not_flat;
  flat::FlatProgram program;
  logic::Terms terms;

 private:
  std::string judged(const result::Claim& claim) { return check::Checker(*task_).confirm(claim, budget_).problem; }

  std::optional<CProgram> source_;
  frontend::Elaborated elaborated_;
  program::Cfa cfa_;
  std::optional<result::Task> task_;
  Budget budget_;
};

const CCase kCases[] = {
    {"one thread and its choices", R"(
int __VERIFIER_nondet_int(void);
int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); if (a == 1) assert(b == 1); }
)",
     ""},
    {"choices of several threads", R"(
_Bool __VERIFIER_nondet_bool(void);
atomic_int x;
void* f(void* u) { if (__VERIFIER_nondet_bool()) x = 1; if (__VERIFIER_nondet_bool()) x += 2; return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x != 3 || __VERIFIER_nondet_bool()); }
)",
     ""},
    {"a lost update", R"(
int x;
void* f(void* u) { int r = x; x = r + 1; return u; }
int main(void) {
  pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, f, 0);
  pthread_join(s, 0); pthread_join(t, 0); assert(x == 2);
}
)",
     ""},
    {"a local of another thread", R"(
void* f(void* u) { *(int*)u = 1; return u; }
int main(void) { int l = 0; pthread_t t; pthread_create(&t, 0, f, &l); assert(l == 0); pthread_join(t, 0); }
)",
     ""},
    {"what was allocated", R"(
struct pair { int a, b; };
void* f(void* u) { struct pair* p = u; p->b = 1; p->a = 1; return u; }
int main(void) {
  struct pair* p = calloc(1, sizeof *p);
  if (!p) return 0;
  pthread_t t; pthread_create(&t, 0, f, p);
  int a = p->a, b = p->b; assert(b <= a);
  pthread_join(t, 0);
}
)",
     ""},
    {"one function with an object of its own and one that others know", R"(
int x;
void put(int* p, int v) { *p = v; }
void* f(void* u) { int own = 0; put(&own, 5); put(&x, own); put(&own, 6); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int r = x; assert(r != 5); }
)",
     ""},
    {"an atomic section", R"(
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
int x, y;
void* f(void* u) { __VERIFIER_atomic_begin(); x = 1; y = 1; __VERIFIER_atomic_end(); x = 2; return u; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, f, 0);
  __VERIFIER_atomic_begin(); int s = x + y; __VERIFIER_atomic_end(); assert(s != 3);
}
)",
     ""},
    {"a mutex and a compare-exchange", R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x; atomic_int c;
void* f(void* u) { int z = 0; pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); atomic_compare_exchange_strong(&c, &z, 1); return u; }
int main(void) {
  pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m); int r = x; pthread_mutex_unlock(&m);
  assert(r != 1 || c == 0);
}
)",
     ""},
    {"the number of a thread", R"(
pthread_t first;
void* f(void* u) { first = pthread_self(); return u; }
int main(void) {
  pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, f, 0);
  pthread_join(s, 0); pthread_join(t, 0); assert(!pthread_equal(first, s));
}
)",
     ""},
    {"a place that is computed", R"(
int a[3]; atomic_int i;
void* f(void* u) { i = 1; i = 2; return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); a[i] = 1; assert(a[1] == 0); }
)",
     ""},
    // The address of an object is any number there.
    {"a failure that only the flat program has", R"(
int x;
int main(void) {
  unsigned long address = (unsigned long)&x;
  assert(address % sizeof x == 0);
}
)",
     "no way back: the check at line 9 holds in the C program"},
};

TEST(WayBack, FailuresOfKnownPrograms) {
  for (const CCase& one : kCases) {
    Subject subject("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n" +
                    std::string(one.text));
    ASSERT_EQ(subject.not_flat, "") << one.name;
    flat::Explored explored = subject.explored();
    EXPECT_FALSE(explored.failures.empty()) << one.name;
    for (const flat::Failure& failure : explored.failures)
      EXPECT_EQ(subject.problem(failure), one.expected) << one.name << "\n" << to_string(subject.program);
  }
}

TEST(WayBack, FailuresOfRandomPrograms) {
  unsigned confirmed = 0;
  for (uint64_t seed = 1; seed <= 130; ++seed) {
    std::string text = flat::testing::RandomText(seed)();
    Subject subject(text);
    if (!subject.not_flat.empty()) continue;
    for (const flat::Failure& failure : subject.explored(20000).failures) {
      std::string problem = subject.problem(failure);
      EXPECT_TRUE(problem.empty()) << "seed " << seed << ": " << problem << "\n" << text;
      confirmed += problem.empty() ? 1 : 0;
    }
  }
  EXPECT_GT(confirmed, 30u);
}

TEST(WayBack, ARace) {
  Subject subject(R"(#include <pthread.h>
int x, y;
void* f(void* u) { y = 1; x = 1; return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int r = x; return r; }
)",
                  {core::Undef::data_race});
  ASSERT_EQ(subject.not_flat, "");
  // Thread 0 spawns, thread 1 writes y; then both stand before x.
  auto first = [&](uint32_t of, const auto& is_it) {
    const std::vector<flat::Edge>& edges = subject.program.templates[of].edges;
    for (uint32_t i = 0; i < edges.size(); ++i)
      if (is_it(edges[i])) return flat::Step{of, flat::TemplateId{of}, i, {}};
    ADD_FAILURE() << "no such edge in\n" << to_string(subject.program);
    return flat::Step{};
  };
  auto touches = [&](const char* name) {
    return [&, name](const flat::Edge& edge) {
      const flat::Access* access = flat::access(edge.label);
      auto* id = access != nullptr ? std::get_if<flat::VarId>(&access->to) : nullptr;
      return id != nullptr && subject.program[*id].name == name;
    };
  };
  flat::Step spawn = first(0, [](const flat::Edge& edge) { return std::holds_alternative<flat::Spawn>(edge.label); });
  const flat::Step run[] = {spawn, first(1, touches("y"))};
  flat::Step read = first(0, touches("x")), write = first(1, touches("x"));
  EXPECT_EQ(subject.problem_of_race(run, write, read), "");
  EXPECT_EQ(subject.problem_of_race(run, read, write), "");
  EXPECT_NE(subject.problem_of_race(std::span(run).first(1), read, first(1, touches("y"))), "");
}

TEST(WayBack, RacesOfRandomPrograms) {
  unsigned confirmed = 0;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    std::string text = "#include <pthread.h>\n#include <stdatomic.h>\n" + check::testing::RaceText(seed)();
    Subject subject(text, {core::Undef::data_race});
    if (!subject.not_flat.empty()) continue;
    bool has_race = false;
    for (uint64_t walk_seed = 1; walk_seed <= 100 && !has_race; ++walk_seed) {
      testing::RandomWalk walk(subject.program, walk_seed);
      do {
        for (uint32_t one = 0; one < walk.at().at.size() && !has_race; ++one)
          for (uint32_t other = one + 1; other < walk.at().at.size() && !has_race; ++other)
            for (const flat::Edge& first : flat::edges_from(subject.program, walk.at(), one))
              for (const flat::Edge& second : flat::edges_from(subject.program, walk.at(), other)) {
                uint32_t in_section = walk.at().atomic;
                if (in_section != flat::Configuration::kNobody && in_section != one && in_section != other) continue;
                logic::Term race = check::race_of(subject.program, {first, in_section == one},
                                                  {second, in_section == other}, subject.terms);
                if (has_race || !walk.holds(race)) continue;
                has_race = true;
                std::string problem =
                    subject.problem_of_race(walk.steps(), walk.step(one, first), walk.step(other, second));
                EXPECT_EQ(problem, "") << "seed " << seed << "\n" << text;
                confirmed += problem.empty() ? 1 : 0;
              }
      } while (!has_race && walk.go_on());
    }
  }
  EXPECT_GT(confirmed, 10u);
}

}  // namespace
}  // namespace fencepost::engine::cegar
