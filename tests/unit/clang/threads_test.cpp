// Models of POSIX and C11 threads as far as one thread shows them, and how programs with threads reach Core.
#include <gtest/gtest.h>

#include "c_program.h"
#include "core/walk.h"

namespace fencepost {
namespace {

class OneThread : public testing::TestWithParam<CCase> {};

TEST_P(OneThread, Means) { EXPECT_EQ(CProgram(GetParam().text).run(), GetParam().expected); }

constexpr CCase kCases[] = {
    {"LockAndUnlock",
     "#include <pthread.h>\npthread_mutex_t m; int main(void) { int r = pthread_mutex_lock(&m); "
     "r += pthread_mutex_trylock(&m); return r + pthread_mutex_unlock(&m); }",
     "returns 16"},
    {"UnlockWithoutLock", "#include <pthread.h>\npthread_mutex_t m;\nint main(void) {\n pthread_mutex_unlock(&m); }",
     "invalid-unlock at 4"},
    {"UninitialisedMutex", "#include <pthread.h>\nint main(void) {\n pthread_mutex_t m;\n pthread_mutex_lock(&m); }",
     "uninit at 4"},
    {"DestroyLocked",
     "#include <pthread.h>\npthread_mutex_t m;\nint main(void) {\n pthread_mutex_lock(&m);\n "
     "pthread_mutex_destroy(&m); }",
     "invalid-destroy at 5"},
    {"LockDestroyed",
     "#include <pthread.h>\npthread_mutex_t m;\nint main(void) {\n pthread_mutex_destroy(&m);\n "
     "pthread_mutex_lock(&m); }",
     "uninit-lock at 5"},
    {"Recursive",
     "#include <pthread.h>\nint main(void) { pthread_mutex_t m; pthread_mutexattr_t a; pthread_mutexattr_init(&a); "
     "pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a); pthread_mutex_lock(&m); "
     "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&m); return pthread_mutex_unlock(&m); }",
     "returns 1"},
    {"ErrorChecking",
     "#include <pthread.h>\npthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP; int main(void) { "
     "pthread_mutex_lock(&m); return pthread_mutex_lock(&m); }",
     "returns 35"},
    {"SelfDeadlock",
     "#include <pthread.h>\npthread_mutex_t m; int main(void) { pthread_mutex_lock(&m); "
     "pthread_mutex_lock(&m); return 3; }",
     "invalid-lock at 2"},
    {"ReadersAndWriters",
     "#include <pthread.h>\npthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int main(void) { "
     "pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&l); int r = pthread_rwlock_trywrlock(&l); "
     "pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_wrlock(&l); "
     "return r + pthread_rwlock_tryrdlock(&l) + pthread_rwlock_unlock(&l); }",
     "returns 32"},
    {"RwlockNotHeld", "#include <pthread.h>\npthread_rwlock_t l;\nint main(void) {\n pthread_rwlock_unlock(&l); }",
     "invalid-unlock at 4"},
    {"Spin",
     "#include <pthread.h>\nint main(void) { pthread_spinlock_t l; pthread_spin_init(&l, 0); pthread_spin_lock(&l); "
     "int r = pthread_spin_trylock(&l); pthread_spin_unlock(&l); return r + pthread_spin_trylock(&l); }",
     "returns 16"},
    {"Once",
     "#include <pthread.h>\nint n; void f(void) { n++; } int main(void) { static pthread_once_t o = PTHREAD_ONCE_INIT; "
     "pthread_once(&o, f); pthread_once(&o, f); return n; }",
     "returns 1"},
    {"Semaphore",
     "#include <errno.h>\n#include <semaphore.h>\nint main(void) { sem_t s; int v; sem_init(&s, 0, 1); sem_wait(&s); "
     "int r = sem_trywait(&s); sem_post(&s); sem_post(&s); sem_getvalue(&s, &v); return 100 * v + r + errno; }",
     "returns 210"},
    {"BarrierOfOne",
     "#include <pthread.h>\npthread_barrier_t b; int main(void) { pthread_barrier_init(&b, 0, 1); int r = "
     "pthread_barrier_wait(&b) + pthread_barrier_wait(&b); pthread_barrier_destroy(&b); "
     "return r + pthread_barrier_init(&b, 0, 2); }",
     "returns -2"},
    {"BarrierOnTheStack",
     "#include <pthread.h>\nint main(void) { pthread_barrier_t b; return pthread_barrier_init(&b, 0, 2); }",
     "returns 0"},
    {"BarrierTwice",
     "#include <pthread.h>\npthread_barrier_t b;\nint main(void) {\n pthread_barrier_init(&b, 0, 1);\n "
     "pthread_barrier_init(&b, 0, 1); }",
     "invalid-barrier at 5"},
    {"BarrierForNobody",
     "#include <pthread.h>\npthread_barrier_t b;\nint main(void) { return pthread_barrier_init(&b, 0, 0); }",
     "returns 22"},
    {"BarrierUninitialised",
     "#include <pthread.h>\npthread_barrier_t b;\nint main(void) {\n pthread_barrier_wait(&b); }", "uninit-lock at 4"},
    {"ConditionKeepsTheMutex",
     "#include <pthread.h>\npthread_mutex_t m; pthread_cond_t c; int main(void) { pthread_mutex_lock(&m); "
     "pthread_cond_wait(&c, &m); return pthread_mutex_trylock(&m); }",
     "returns 16"},
    {"ConditionWithoutMutex",
     "#include <pthread.h>\npthread_mutex_t m; pthread_cond_t c;\nint main(void) {\n pthread_cond_wait(&c, &m); }",
     "invalid-unlock at 4"},
    {"Keys",
     "#include <pthread.h>\nint x = 7; int main(void) { pthread_key_t k, l; pthread_key_create(&k, 0); "
     "pthread_key_create(&l, 0); pthread_setspecific(l, &x); return *(int *)pthread_getspecific(l) + "
     "(pthread_getspecific(k) == 0); }",
     "returns 8"},
    {"C11Mutex",
     "#include <threads.h>\nint main(void) { mtx_t m; mtx_init(&m, mtx_plain); mtx_lock(&m); return 10 * "
     "mtx_trylock(&m) + mtx_unlock(&m); }",
     "returns 10"},
    {"C11RecursiveUnlockTooOften",
     "#include <threads.h>\nint main(void) { mtx_t m; mtx_init(&m, mtx_recursive); mtx_lock(&m); mtx_lock(&m); "
     "mtx_unlock(&m); mtx_unlock(&m);\n mtx_unlock(&m); }",
     "invalid-unlock at 3"},
    {"C11Once",
     "#include <threads.h>\nint n; void f(void) { n++; } int main(void) { static once_flag o = ONCE_FLAG_INIT; "
     "call_once(&o, f); call_once(&o, f); return n; }",
     "returns 1"},
    {"ThreadLocal", "_Thread_local int x = 4; int main(void) { static __thread int y; y = x++; return x + y; }",
     "returns 9"},
    {"AtomicOperators",
     "_Atomic unsigned char c = 255; _Atomic unsigned u = 17; int main(void) { c++; u /= 3; u <<= 0; u >>= 1; u %= 2; "
     "return c + (int)u; }",
     "returns 0"},
    {"AtomicDivision",
     "_Atomic unsigned char c = 255; _Atomic unsigned u = 17; int main(void) { c++; u /= 3; u >>= 1; return c + "
     "(int)u; }",
     "returns 2"},
    {"AtomicDivisionByZero", "_Atomic unsigned u = 17, z;\nint main(void) {\n u %= z; }", "div-zero at 3"},
    {"Flags",
     "#include <stdatomic.h>\natomic_flag f = ATOMIC_FLAG_INIT; char g; int main(void) { int r = "
     "atomic_flag_test_and_set(&f); r += 2 * atomic_flag_test_and_set(&f); atomic_flag_clear(&f); r += 4 * "
     "atomic_flag_test_and_set(&f); r += 8 * __atomic_test_and_set(&g, 5); return r + 16 * __atomic_test_and_set(&g, "
     "5); }",
     "returns 18"},
    {"MinAndMax",
     "int x = -3; int main(void) { int a = __atomic_fetch_max(&x, 4, 5); int b = __atomic_min_fetch(&x, -8, 5); return "
     "a * 100 + b; }",
     "returns -308"},
    {"UnsignedMax",
     "int x = -1; int main(void) { __sync_fetch_and_umax(&x, 42); int a = x; __sync_fetch_and_max(&x, 42); return a + "
     "x; "
     "}",
     "returns 41"},
    {"AtomicSectionsReturnEarly",
     "int x; int __VERIFIER_atomic_f(int n) { if (n) return 5; x++; return x; } int main(void) { return "
     "__VERIFIER_atomic_f(0) + __VERIFIER_atomic_f(1); }",
     "returns 6"},
};

INSTANTIATE_TEST_SUITE_P(Threads, OneThread, testing::ValuesIn(kCases),
                         [](const auto& test) { return std::string(test.param.name); });

template <typename Statement>
int count(const core::Program& program) {
  int n = 0;
  for (const core::Function& function : program.functions)
    core::for_each_stmt(function.body,
                        [&](const core::Stmt& stmt) { n += std::holds_alternative<Statement>(stmt.kind); });
  return n;
}

TEST(ManyThreads, ArmsShareLocals) {
  CProgram text("int main(void) { int x = 0, y = 0; {-{ x = 1; ||| y = x; ||| { y = 2; } }-} return y; }");
  core::Program program = text.elaborate().program;
  EXPECT_EQ(count<core::Spawn>(program), 3);
  EXPECT_EQ(count<core::Join>(program), 3);
  EXPECT_EQ(program.functions.back().params.size(), 1u);
}

TEST(ManyThreads, FunctionsOfAnotherShapeAreCalledByOneOfTheRightShape) {
  CProgram text(
      "#include <pthread.h>\nvoid f() {} int main(void) { pthread_t t; pthread_create(&t, 0, (void *(*)(void *))f, 0); "
      "pthread_create(&t, 0, (void *)f, 0); }");
  core::Program program = text.elaborate().program;
  int starts = 0;
  for (const core::Function& function : program.functions)
    starts += function.name == "f.start" && function.params.size() == 1;
  EXPECT_EQ(starts, 1);
}

}  // namespace
}  // namespace fencepost
