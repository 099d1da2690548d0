// Small C programs of which it is known whether an assertion can fail: their flat programs must tell the same, state by state.
#include "flat/flatten.h"

#include <gtest/gtest.h>

#include "../clang/c_program.h"
#include "flat/interpreter.h"
#include "program/lower.h"

namespace fencepost::flat {
namespace {

core::UndefSet assertions() {
  core::UndefSet set;
  set.set(core::Undef::assertion);
  return set;
}

std::string flat_or_why(const std::string& text, logic::Terms& terms, std::optional<FlatProgram>& made) {
  frontend::SourceOptions options;
  options.checks = assertions();
  options.orders_as_threads_see = false;
  core::Program program =
      CProgram("#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <stdatomic.h>\n" + text,
               options)
          .elaborate()
          .program;
  program::Cfa cfa = program::lower(program);
  Budget budget;
  auto result = flatten(cfa, nullptr, terms, budget);
  if (auto* why = std::get_if<NotFlat>(&result)) return "not flat: " + why->reason;
  made = std::get<FlatProgram>(std::move(result));
  return "flat";
}

struct Known {
  const char* name;
  const char* text;
  const char* verdict;  // safe, unsafe, beyond: a run comes to what is not modelled
};

std::string verdict_of(const std::string& text) {
  logic::Terms terms;
  std::optional<FlatProgram> program;
  std::string why = flat_or_why(text, terms, program);
  if (!program) return why;
  Explored explored = explore(*program);
  if (explored.states >= ExploreOptions{}.most_states) return "too many states";
  bool beyond = false;
  for (const Failure& failure : explored.failures) {
    const Step& step = failure.check();
    if (std::get<Check>((*program)[step.of].edges[step.edge].label).kind) return "unsafe";
    beyond = true;
  }
  return beyond ? "beyond" : "safe";
}

constexpr Known kKnown[] = {
    {"Sequential", "int main(void) { int x = 1; x += 2; assert(x == 3); }", "safe"},
    {"SequentialFails", "int main(void) { int x = 1; x += 2; assert(x == 4); }", "unsafe"},
    {"Loop", "int main(void) { int s = 0; for (int i = 0; i < 4; i++) s += i; assert(s == 6); }", "safe"},
    {"LoopFails", "int main(void) { int s = 0; for (int i = 0; i < 4; i++) s += i; assert(s == 5); }", "unsafe"},
    {"Calls", "int twice(int a) { return 2 * a; } int main(void) { assert(twice(twice(1)) == 4); }", "safe"},
    {"FunctionPointer",
     "int f(int a) { return a + 1; } int g(int a) { return a + 2; } int n; int main(void) { int (*h)(int) = n ? f : g;"
     " assert(h(1) == 3); }",
     "safe"},
    {"Initialiser",
     "int a[3] = {1, 2, 3}; int main(void) { int s = 0; for (int i = 0; i < 3; i++) s += a[i]; assert(s == 6); }",
     "safe"},
    {"LocalArray",
     "int main(void) { int a[3]; for (int i = 0; i < 3; i++) a[i] = i; int s = a[0] + a[1] + a[2]; assert(s == 3 || s "
     "!= 3); }",
     "safe"},
    {"OutOfBounds", "int a[3]; int main(void) { for (int i = 0; i < 4; i++) a[i] = i; }", "beyond"},
    {"NullPointer", "int *p; int main(void) { *p = 1; }", "beyond"},
    {"Uninitialised", "int main(void) { int x; assert(x == 0); }", "unsafe"},
    {"UninitialisedVaries", "int main(void) { int x; int y = x; assert(y == x); }", "unsafe"},
    {"Struct", "struct s { int a; int *p; } g; int main(void) { g.p = &g.a; *g.p = 7; assert(g.a == 7); }", "safe"},
    {"StructCopy", "struct s { int a; int b; }; int main(void) { struct s x = {1, 2}, y; y = x; assert(y.b == 2); }",
     "safe"},
    {"StructCopyFails",
     "struct s { int a; int b; }; int main(void) { struct s x = {1, 2}, y; y = x; assert(y.b == 1); }", "unsafe"},
    {"Heap", "int main(void) { int *p = malloc(sizeof *p); *p = 3; assert(*p == 3); free(p); }", "safe"},
    {"UseAfterFree", "int main(void) { int *p = malloc(sizeof *p); *p = 3; free(p); assert(*p == 3); }", "beyond"},
    {"Swap",
     "void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; } int main(void) { int x = 1, y = 2; swap(&x, &y); "
     "assert(x == 2 && y == 1); }",
     "safe"},
    {"Pointers",
     "int a, b; int main(void) { int *p = &a; for (int i = 0; i < 2; i++) { *p = i + 1; p = &b; } assert(a == 1 && b "
     "== 2); }",
     "safe"},
    {"LostUpdate",
     "int x; void *f(void *u) { x++; return u; } int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0);"
     " pthread_create(&b, 0, f, 0); pthread_join(a, 0); pthread_join(b, 0); assert(x == 2); }",
     "unsafe"},
    {"Mutex",
     "int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; void *f(void *u) { pthread_mutex_lock(&m); x++;"
     " pthread_mutex_unlock(&m); return u; } int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0);"
     " pthread_create(&b, 0, f, 0); pthread_join(a, 0); pthread_join(b, 0); assert(x == 2); }",
     "safe"},
    {"Atomic",
     "atomic_int x; void *f(void *u) { x++; return u; } int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0);"
     " pthread_create(&b, 0, f, 0); pthread_join(a, 0); pthread_join(b, 0); assert(x == 2); }",
     "safe"},
    {"SpawnLoop",
     "atomic_int x; void *f(void *u) { x++; return u; } int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++)"
     " pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); assert(x == 2); }",
     "safe"},
    {"JoinedTooEarly",
     "atomic_int x; void *f(void *u) { x++; return u; } int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++)"
     " pthread_create(&t[i], 0, f, 0); pthread_join(t[0], 0); assert(x == 2); }",
     "unsafe"},
    {"Arguments",
     "int a[2]; void *f(void *p) { *(int *)p = 1; return 0; } int main(void) { pthread_t t[2]; for (int i = 0; i < 2; "
     "i++)"
     " pthread_create(&t[i], 0, f, &a[i]); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); assert(a[0] && a[1]); }",
     "safe"},
    {"LocalOfMain",
     "void *f(void *p) { *(int *)p = 1; return 0; } int main(void) { int x = 0; pthread_t t; pthread_create(&t, 0, f, "
     "&x);"
     " pthread_join(t, 0); assert(x == 1); }",
     "safe"},
    {"LocalOfMainFails",
     "void *f(void *p) { *(int *)p = 1; return 0; } int main(void) { int x = 0; pthread_t t; pthread_create(&t, 0, f, "
     "&x);"
     " assert(x == 0); pthread_join(t, 0); }",
     "unsafe"},
    {"UsedAfterMain",
     "void *f(void *p) { *(int *)p = 1; return 0; } void start(void) { int x = 0; pthread_t t; pthread_create(&t, 0, "
     "f, &x); }"
     " int main(void) { start(); pthread_exit(0); }",
     "beyond"},
    {"MainEndsAll",
     "int x; void *f(void *p) { x = 1; assert(x == 1); return p; } int main(void) { pthread_t t; pthread_create(&t, 0, "
     "f, 0);"
     " return 0; }",
     "safe"},
    {"StoreBufferingIsSc",
     "int x, y, a, b; void *f(void *u) { x = 1; a = y; return u; } void *g(void *u) { y = 1; b = x; return u; } int "
     "main(void) {"
     " pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0); pthread_join(s, 0); pthread_join(t, "
     "0);"
     " assert(a || b); }",
     "safe"},
    {"AtomicSection",
     "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); int x; void *f(void *u) {"
     " __VERIFIER_atomic_begin(); x++; x--; __VERIFIER_atomic_end(); return u; } int main(void) { pthread_t t;"
     " pthread_create(&t, 0, f, 0); assert(x == 0); }",
     "safe"},
    {"AnyNumberOfThreads",
     "int __VERIFIER_nondet_int(void); atomic_int x; void *f(void *u) { x = x + 1; assert(x < 4); return u; } int "
     "main(void) {"
     " pthread_t t; while (__VERIFIER_nondet_int()) pthread_create(&t, 0, f, 0); }",
     "safe"},
    {"SharedHeap",
     "int *p; void *f(void *u) { *p = *p + 1; return u; } int main(void) { pthread_t t; p = malloc(sizeof *p); *p = 1;"
     " pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(*p == 2); }",
     "safe"},
    {"ZeroedAgain",
     "int __VERIFIER_nondet_int(void); int *g; void *f(void *u) { int *q = g; if (q) *q = 5; return u; } int "
     "main(void) {"
     " pthread_t t; pthread_create(&t, 0, f, 0); int n = 0; while (__VERIFIER_nondet_int()) { int *p = calloc(1, "
     "sizeof "
     "*p);"
     " if (n) { g = p; assert(*p == 5); break; } *p = 5; n = 1; free(p); } }",
     "unsafe"},
    {"MadeOnOneWay",
     "int __VERIFIER_nondet_int(void); int *g; void *f(void *u) { return u; } int main(void) { pthread_t t; int *p = 0;"
     " pthread_create(&t, 0, f, 0); if (__VERIFIER_nondet_int()) { p = malloc(sizeof *p); *p = 3;"
     " if (__VERIFIER_nondet_int()) { g = p; return 0; } *p = 5; } if (p) assert(*p == 3); }",
     "unsafe"},
    {"MadeOnTheOtherWay",
     "int __VERIFIER_nondet_int(void); int *g; void *f(void *u) { return u; } int main(void) { pthread_t t; int *p = 0;"
     " pthread_create(&t, 0, f, 0); if (__VERIFIER_nondet_int()) { } else { p = malloc(sizeof *p); *p = 3;"
     " if (__VERIFIER_nondet_int()) { g = p; return 0; } *p = 5; } if (p) assert(*p == 3); }",
     "unsafe"},
    {"EndsBeforeItIsKnown",
     "int __VERIFIER_nondet_int(void); int *g; void *f(void *u) { if (g) *g = 2; return u; } int main(void) { "
     "pthread_t "
     "t;"
     " int *p = malloc(sizeof *p); *p = 0; pthread_create(&t, 0, f, 0); if (__VERIFIER_nondet_int()) g = p; else {"
     " free(p); *p = 1; } pthread_join(t, 0); }",
     "beyond"},
    {"MayEndBeforeItIsKnown",
     "int __VERIFIER_nondet_int(void); int *g; void *f(void *u) { return u; } int main(void) { pthread_t t;"
     " int *p = malloc(sizeof *p); *p = 0; pthread_create(&t, 0, f, 0); if (__VERIFIER_nondet_int()) g = p; else {"
     " if (__VERIFIER_nondet_int()) free(p); *p = 1; } }",
     "beyond"},
    {"TriedAgainUntilItIsKnown",
     "int __VERIFIER_nondet_int(void); int *g; void *f(void *u) { int *q = g; if (q) *q = 2; return u; } int "
     "main(void) {"
     " pthread_t t; pthread_create(&t, 0, f, 0); while (__VERIFIER_nondet_int()) { int *p = malloc(sizeof *p); *p = 1;"
     " if (__VERIFIER_nondet_int()) { g = p; assert(*p == 1 || *p == 2); break; } free(p); } pthread_join(t, 0); }",
     "safe"},
    {"Pushed",
     "struct n { int v; struct n *next; } *head; void *f(void *u) { for (int i = 0; i < 2; i++) { struct n *p = "
     "malloc(sizeof *p);"
     " p->v = i; p->next = head; head = p; } return u; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); "
     "pthread_join(t, 0);"
     " assert(head->v == 1 && head->next->v == 0 && !head->next->next); }",
     "safe"},
    {"OldOneIsKnown",
     "int __VERIFIER_nondet_int(void); int *g; void *f(void *u) { return u; } int main(void) { pthread_t t; int n = 0;"
     " pthread_create(&t, 0, f, 0); while (__VERIFIER_nondet_int()) { int *p = malloc(sizeof *p); *p = 5;"
     " if (n) { *g = 7; assert(*p == 7); } free(p); g = p; n = 1; } }",
     "not flat: a pointer to malloc outlives it"},
    {"Recursion", "int f(int n) { return n ? f(n - 1) : 0; } int main(void) { assert(f(3) == 0); }",
     "not flat: recursion of f"},
    {"Widths", "int x; int main(void) { *(char *)&x = 1; x = 2; }",
     "not flat: parts of x are accessed at several widths"},
};

class FlattenKnown : public ::testing::TestWithParam<Known> {};

TEST_P(FlattenKnown, TellsTheSame) { EXPECT_EQ(verdict_of(GetParam().text), GetParam().verdict); }

INSTANTIATE_TEST_SUITE_P(Programs, FlattenKnown, ::testing::ValuesIn(kKnown),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace fencepost::flat
