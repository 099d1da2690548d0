// Proofs of small programs: right ones are accepted, and whatever is wrong with one is found and told.
#include "check/invariants.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "logic/substitute.h"
#include "proof_subject.h"

namespace fencepost::check {
namespace {

using flat::Configuration;
using logic::Op;
using logic::Term;
using result::Invariants;
using testing::ExplicitStates;
using testing::ReachedConfiguration;
using testing::Values;

using testing::only;
using testing::Subject;

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

struct Example {
  const char* name;
  const char* text;
};

// All have endless loops or threads, and finitely many states.
const Example kSafe[] = {
    {"a counter that turns around", R"(
int main(void) { unsigned char n = 0; for (;;) { assert(n <= 3); n = n == 3 ? 0 : n + 1; } }
)"},
    {"a spinlock", R"(
atomic_int lock; int x;
void* worker(void* a) {
  for (;;) {
    while (atomic_exchange(&lock, 1)) {}
    x = 1; assert(x == 1); x = 0;
    atomic_store(&lock, 0);
  }
}
int main(void) {
  pthread_t t; pthread_create(&t, 0, worker, 0);
  for (;;) {
    while (atomic_exchange(&lock, 1)) {}
    x = 2; assert(x == 2); x = 0;
    atomic_store(&lock, 0);
  }
}
)"},
    {"a mutex", R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void* worker(void* a) {
  for (;;) { pthread_mutex_lock(&m); x = 1; assert(x == 1); x = 0; pthread_mutex_unlock(&m); }
}
int main(void) {
  pthread_t t; pthread_create(&t, 0, worker, 0);
  for (;;) { pthread_mutex_lock(&m); assert(x == 0); pthread_mutex_unlock(&m); }
}
)"},
    {"Peterson", R"(
atomic_int flag0, flag1, turn; int inside;
void* worker(void* a) {
  for (;;) {
    flag1 = 1; turn = 0;
    while (flag0 && turn == 0) {}
    inside++; assert(inside == 1); inside--;
    flag1 = 0;
  }
}
int main(void) {
  pthread_t t; pthread_create(&t, 0, worker, 0);
  for (;;) {
    flag0 = 1; turn = 1;
    while (flag1 && turn == 1) {}
    inside++; assert(inside == 1); inside--;
    flag0 = 0;
  }
}
)"},
    {"an atomic section", R"(
int __VERIFIER_atomic_swap(int* a, int* b);
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
int x = 1, y;
void* worker(void* a) {
  for (;;) { __VERIFIER_atomic_begin(); int t = x; x = y; y = t; __VERIFIER_atomic_end(); }
}
int main(void) {
  pthread_t t; pthread_create(&t, 0, worker, 0);
  for (;;) { __VERIFIER_atomic_begin(); int s = x + y; __VERIFIER_atomic_end(); assert(s == 1); }
}
)"},
    {"a ring of cells", R"(
int a[2];
void* worker(void* p) { unsigned i = 0; for (;;) { a[i] = 1 - a[i]; i = (i + 1) % 2; } }
int main(void) {
  pthread_t t; pthread_create(&t, 0, worker, 0);
  for (;;) for (unsigned i = 0; i < 2; i++) { int v = a[i]; assert(v == 0 || v == 1); }
}
)"},
    {"a compare-exchange and a join", R"(
atomic_int x;
void* worker(void* p) { int old = 0; atomic_compare_exchange_strong(&x, &old, 1); return 0; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, worker, 0);
  int old = 0; atomic_compare_exchange_strong(&x, &old, 2);
  pthread_join(t, 0);
  assert(x == 1 || x == 2);
}
)"},
    {"an argument", R"(
int x;
void* worker(void* p) { *(int*)p = 7; return 0; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, worker, &x);
  pthread_join(t, 0);
  assert(x == 7);
}
)"},
};

const Example kUnsafe[] = {
    {"a counter that turns around too late", R"(
int main(void) { unsigned char n = 0; for (;;) { assert(n <= 3); n = n == 4 ? 0 : n + 1; } }
)"},
    {"nobody takes the lock", R"(
atomic_int x;
void* worker(void* a) { for (;;) { x = 1; x = 0; } }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); for (;;) assert(x == 0); }
)"},
    {"a section that ends too early", R"(
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
int x = 1, y;
void* worker(void* a) {
  for (;;) { __VERIFIER_atomic_begin(); int t = x; x = y; __VERIFIER_atomic_end(); y = t; }
}
int main(void) {
  pthread_t t; pthread_create(&t, 0, worker, 0);
  for (;;) { __VERIFIER_atomic_begin(); int s = x + y; __VERIFIER_atomic_end(); assert(s == 1); }
}
)"},
    {"a join that is missing", R"(
int x;
void* worker(void* p) { x = 7; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); assert(x == 7); }
)"},
};

TEST(Invariants, TheReachableStatesAreAProofOfWhatIsSafe) {
  for (const Example& example : kSafe) {
    Subject subject(example.text);
    ExplicitStates states(subject.program, *subject.terms);
    EXPECT_EQ(subject.problem(subject.strongest(states())), "") << example.name;
    EXPECT_EQ(subject.summary.configurations, states().size()) << example.name;
  }
}

TEST(Invariants, TheReachableStatesAreNoProofOfWhatIsNot) {
  for (const Example& example : kUnsafe) {
    Subject subject(example.text);
    ExplicitStates states(subject.program, *subject.terms);
    std::string problem = subject.problem(subject.strongest(states()));
    EXPECT_TRUE(has(problem, "may fail (assertion)")) << example.name << ": " << problem;
    Invariants anything = subject.everywhere([&](const Configuration&) { return subject.terms->boolean(true); });
    problem = subject.problem(anything);
    EXPECT_TRUE(has(problem, "may fail (assertion)")) << example.name << ": " << problem;
  }
}

// Every mutant claims that something cannot be reached that can: none is a proof. Of large proofs some are tried.
TEST(Invariants, AProofThatForgetsAStateOrAConfigurationIsRejected) {
  size_t tried = 0;
  for (const Example& example : kSafe) {
    Subject subject(example.text);
    ExplicitStates states(subject.program, *subject.terms);
    const std::deque<ReachedConfiguration>& reached = states();
    Invariants whole = subject.strongest(reached);
    for (size_t i = 0; i < reached.size(); i += 1 + reached.size() / 6, ++tried) {
      Invariants mutant = whole;
      mutant.configurations.erase(mutant.configurations.begin() + static_cast<std::ptrdiff_t>(i));
      std::string problem = subject.problem(mutant);
      const char* expected = i == 0 ? "does not list the configuration at the start" : "which is not listed";
      EXPECT_TRUE(has(problem, expected)) << example.name << ": " << problem;
      mutant = whole;
      std::set<Values> rest = reached[i].values;
      rest.erase(std::next(rest.begin(), static_cast<std::ptrdiff_t>(i % rest.size())));
      mutant.configurations[i].holds = subject.among(rest);
      problem = subject.problem(mutant);
      bool is_found = has(problem, "not with values that satisfy its formula") ||
                      (i == 0 && has(problem, "first values do not satisfy"));
      EXPECT_TRUE(is_found) << example.name << ": " << problem;
    }
  }
  EXPECT_GT(tried, 30u);
}

class ByHand : public ::testing::Test {
 protected:
  ByHand()
      : subject(R"(
atomic_uint x;
void* worker(void* a) { for (;;) { unsigned r = x; if (r < 10) x = r + 1; else x = 0; } }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); for (;;) { unsigned s = x; assert(s <= 10); } }
)") {}
  Invariants proof() {
    return subject.everywhere([&](const Configuration& at) {
      Term all = subject.at_most("x", 10);
      for (uint32_t thread = 0; thread < at.at.size(); ++thread)
        if (has_begun(at, thread)) all = subject.terms->and_(all, needed(thread, at.at[thread]));
      return all;
    });
  }
  // What a thread needs to know of its own variables from here up to its next load: that its check holds and that it stores at most 10.
  Term needed(uint32_t thread, uint32_t location) {
    logic::Terms& terms = *subject.terms;
    Term all = terms.boolean(true);
    Configuration here{std::vector<uint32_t>(subject.program.templates.size(), location)};
    for (const flat::Edge& edge : flat::edges_from(subject.program, here, thread)) {
      if (std::holds_alternative<flat::Load>(edge.label) || std::holds_alternative<flat::Spawn>(edge.label)) continue;
      Term rest = needed(thread, flat::index(edge.to));
      if (auto* k = std::get_if<flat::Assume>(&edge.label)) rest = terms.implies(k->condition, rest);
      if (auto* k = std::get_if<flat::Check>(&edge.label)) rest = terms.and_(k->condition, rest);
      if (auto* k = std::get_if<flat::Store>(&edge.label))
        rest = terms.and_(terms.binary(Op::bv_ule, k->value, terms.bv(10, 32)), rest);
      if (auto* k = std::get_if<flat::Assign>(&edge.label)) {
        logic::Substitution value(terms);
        value.put(subject.program[k->target].term, k->value);
        rest = value(rest);
      }
      all = terms.and_(all, rest);
    }
    return all;
  }
  Subject subject;
};

TEST_F(ByHand, Accepted) {
  SCOPED_TRACE(to_string(subject.program));
  EXPECT_EQ(subject.problem(proof()), "");
  result::Result result = subject.confirmed(proof());
  EXPECT_EQ(result.verdict, result::Verdict::safe);
  ASSERT_TRUE(result.proof);
  EXPECT_EQ(result.proof->kind, "invariants");
  EXPECT_GT(result.proof->configurations, 3u);
  EXPECT_GT(result.proof->terms, 3u);
}

TEST_F(ByHand, ARejectedProofIsALoudUnknown) {
  Invariants wrong = proof();
  wrong.configurations.pop_back();
  result::Result result = subject.confirmed(wrong);
  EXPECT_EQ(result.verdict, result::Verdict::unknown);
  EXPECT_EQ(result.reason, "the engine's proof does not hold (see the diagnostics)");
  EXPECT_FALSE(result.proof);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].severity, Severity::error);
  EXPECT_TRUE(has(result.diagnostics[0].message, "internal error: the engine's proof does not hold: "));
}

TEST_F(ByHand, AWeakerFormulaDoesNotImplyTheCheck) {
  size_t rejected = 0;
  Invariants whole = proof();
  for (size_t i = 0; i < whole.configurations.size(); ++i) {
    Invariants wrong = whole;
    wrong.configurations[i].holds = subject.terms->boolean(true);
    std::string problem = subject.problem(wrong);
    if (problem.empty()) continue;
    ++rejected;
    EXPECT_TRUE(has(problem, "may fail (assertion)") || has(problem, "satisfy its formula")) << problem;
  }
  // Where nobody may go on but the thread itself, the formula of some configurations is not needed.
  EXPECT_GT(rejected, whole.configurations.size() / 2);
}

TEST_F(ByHand, AStrongerFormulaIsNotKept) {
  Invariants wrong = proof();
  for (auto& one : wrong.configurations) one.holds = subject.terms->and_(one.holds, subject.at_most("x", 9));
  EXPECT_TRUE(has(subject.problem(wrong), "but not with values that satisfy its formula")) << subject.problem(wrong);
}

TEST_F(ByHand, AFormulaThatIsFalseAtTheStart) {
  Invariants wrong = proof();
  wrong.configurations[0].holds = subject.terms->eq(subject.variable("x"), subject.terms->bv(1, 32));
  EXPECT_EQ(subject.problem(wrong), "the first values do not satisfy the formula at the start");
}

TEST_F(ByHand, NamesThatTheProgramLacks) {
  Invariants wrong = proof();
  wrong.configurations[1].holds = subject.terms->fresh("y", logic::bool_sort());
  EXPECT_EQ(subject.problem(wrong), "it names y, which is no variable");
  wrong.configurations[1].holds = subject.terms->fresh("x", logic::bool_sort());
  EXPECT_EQ(subject.problem(wrong), "x has another sort");
  wrong.configurations[1].holds = {};
  EXPECT_TRUE(has(subject.problem(wrong), "it has no formula"));
}

const char* const kCounter = R"(
#ifdef ATOMIC
atomic_int x;
#else
int x;
#endif
void* worker(void* a) { for (;;) x = 1; }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); for (;;) { int r = x; (void)r; } }
)";

Invariants anything(Subject& subject) {
  return subject.everywhere([&](const Configuration&) { return subject.terms->boolean(true); });
}

TEST_F(ByHand, WhatIsNotSeenIsNotSpokenOf) {
  Invariants wrong = proof();
  wrong.unseen = {"x"};
  EXPECT_TRUE(has(subject.problem(wrong), "it speaks of x, which it does not see")) << subject.problem(wrong);
  wrong.unseen = {"y"};
  EXPECT_EQ(subject.problem(wrong), "it does not see y, which is no variable that threads share");
  for (const flat::Variable& variable : subject.program.variables)
    if (variable.owner) wrong.unseen = {variable.name};
  EXPECT_TRUE(has(subject.problem(wrong), "which is no variable that threads share")) << subject.problem(wrong);
}

// What is read of it may be anything: the check fails, though nobody who speaks of x is in the way.
TEST_F(ByHand, WhatIsNotSeenMayBeAnything) {
  Invariants wrong = anything(subject);
  wrong.unseen = {"x"};
  EXPECT_TRUE(has(subject.problem(wrong), "may fail (assertion)")) << subject.problem(wrong);
}

TEST(Invariants, RacesOfWhatIsNotSeen) {
  Subject atomic(std::string("#define ATOMIC\n") + kCounter, only({core::Undef::data_race}));
  Invariants wrong = anything(atomic);
  EXPECT_EQ(atomic.problem(wrong), "");
  wrong.unseen = {"x"};
  EXPECT_EQ(atomic.problem(wrong), "races of variables that it does not see are not ruled out");
}

TEST_F(ByHand, ConfigurationsThatTheProgramLacks) {
  const char* expected = "it lists a configuration that the program does not have";
  for (auto forge : std::initializer_list<void (*)(Configuration&)>{
           [](Configuration& at) { at.at[0] = 4096; }, [](Configuration& at) { at.at.pop_back(); },
           [](Configuration& at) { at.at.push_back(0); }, [](Configuration& at) { at.atomic = 7; }}) {
    Invariants wrong = proof();
    forge(wrong.configurations[1].configuration);
    EXPECT_EQ(subject.problem(wrong), expected);
  }
  Invariants wrong = proof();
  wrong.configurations.push_back(wrong.configurations[1]);
  EXPECT_TRUE(has(subject.problem(wrong), " twice"));
}

TEST(Invariants, RacesAreExcludedOrToldOf) {
  core::UndefSet races = only({core::Undef::data_race});
  Subject plain(kCounter, races);
  EXPECT_TRUE(has(plain.problem(anything(plain)), "may race")) << plain.problem(anything(plain));
  Subject atomic(std::string("#define ATOMIC\n") + kCounter, races);
  EXPECT_EQ(atomic.problem(anything(atomic)), "");
}

TEST(Invariants, ALockExcludesARace) {
  const std::string text = R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void* worker(void* a) { for (;;) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); } }
int main(void) {
  pthread_t t; pthread_create(&t, 0, worker, 0);
  for (;;) { TAKE x = 0; GIVE }
}
)";
  core::UndefSet races = only({core::Undef::data_race});
  Subject locked("#define TAKE pthread_mutex_lock(&m);\n#define GIVE pthread_mutex_unlock(&m);\n" + text, races);
  EXPECT_EQ(locked.problem(locked.strongest(ExplicitStates(locked.program, *locked.terms)())), "");
  EXPECT_TRUE(has(locked.problem(anything(locked)), "may race"));
  Subject free("#define TAKE\n#define GIVE\n" + text, races);
  EXPECT_TRUE(has(free.problem(free.strongest(ExplicitStates(free.program, *free.terms)())), "may race"));
}

TEST(Invariants, AnAtomicSectionRacesWithWhoStandsOutside) {
  const std::string text = R"(
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
int x;
void* worker(void* a) { for (;;) { __VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end(); } }
int main(void) {
  pthread_t t; pthread_create(&t, 0, worker, 0);
  for (;;) { BEGIN x = 0; END }
}
)";
  core::UndefSet races = only({core::Undef::data_race});
  Subject both("#define BEGIN __VERIFIER_atomic_begin();\n#define END __VERIFIER_atomic_end();\n" + text, races);
  EXPECT_EQ(both.problem(both.strongest(ExplicitStates(both.program, *both.terms)())), "");
  Subject one("#define BEGIN\n#define END\n" + text, races);
  EXPECT_TRUE(has(one.problem(one.strongest(ExplicitStates(one.program, *one.terms)())), "may race"));
}

TEST(Invariants, WhatTheyCannotProve) {
  Subject leaks(kCounter, only({core::Undef::assertion, core::Undef::memory_leak}));
  EXPECT_EQ(leaks.problem(anything(leaks)), "invariants say nothing about whole runs, as memory-leak does");
  Subject weak(kCounter, only({core::Undef::assertion}), "aarch64");
  EXPECT_TRUE(has(weak.problem(anything(weak)), "does not prove anything under aarch64"));
  Subject alone("int main(void) { for (;;) {} }\n", only({core::Undef::assertion}), "tso");
  EXPECT_EQ(alone.problem(anything(alone)), "");
  Subject many(R"(
void* worker(void* a) { return 0; }
int main(void) { for (;;) { pthread_t t; pthread_create(&t, 0, worker, 0); } }
)");
  EXPECT_EQ(many.problem(Invariants{many.terms, {}}), "any number of threads may run worker");
}

TEST(Invariants, WhatIsNotModelledIsNotProved) {
  Subject subject(
      "int a[2]; unsigned char __VERIFIER_nondet_uchar(void);\nint main(void) { a[__VERIFIER_nondet_uchar()] = 1; }\n",
      only({core::Undef::assertion}));
  EXPECT_TRUE(has(subject.problem(anything(subject)), "may fail (an access outside every living object)"))
      << subject.problem(anything(subject));
}

}  // namespace
}  // namespace fencepost::check
