// The models of locks among threads: of each rule, a program and all that its runs may come to. An outcome that is missing is a
// bug that nobody would be told about; one too many is a false alarm.
#include <gtest/gtest.h>

#include "c_program.h"

namespace fencepost {
namespace {

struct Case {
  const char* name;
  const char* shared;  // line 7
  const char* thread;  // of work(), line 8
  const char* main;    // line 9
  std::set<std::string> outcomes;
  int threads = 1;
};

std::string text_of(const Case& test) {
  std::string each = "for (int i = 0; i < " + std::to_string(test.threads) + "; i++) ";
  return "#include <errno.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <threads.h>\n#define START " +
         each + "pthread_create(&t[i], 0, work, 0)\n#define END " + each + "pthread_join(t[i], 0)\n" + test.shared +
         "\nvoid *work(void *p) { " + test.thread + " return 0; }\nint main(void) { pthread_t t[3]; " + test.main +
         " }\n";
}

// Counts in `most` how many are inside at once, as far as one of them sees.
#define INSIDE                                                                \
  "int now = __atomic_add_fetch(&inside, 1, 5); if (now > most) most = now; " \
  "__atomic_fetch_sub(&inside, 1, 5);"

const Case kCases[] = {
    // What the others rest on: without a lock two threads are inside, and updates are lost.
    {"WithoutALock", "int n;", "int old = n; n = old + 1;", "START; END; return n;", {"returns 1", "returns 2"}, 2},

    {"MutexExcludes",
     "int n; pthread_mutex_t m;",
     "pthread_mutex_lock(&m); int old = n; n = old + 1; pthread_mutex_unlock(&m);",
     "START; END; return n;",
     {"returns 2"},
     2},
    {"MutexesExcludeByOneObject",
     "int n, i; pthread_mutex_t m[2];",
     "int k = __atomic_fetch_add(&i, 1, 5); pthread_mutex_lock(&m[k]); int old = n; n = old + 1; "
     "pthread_mutex_unlock(&m[k]);",
     "START; END; return n;",
     {"returns 1", "returns 2"},
     2},
    {"TrylockMayFindItHeld",
     "pthread_mutex_t m;",
     "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
     "START; int r = pthread_mutex_trylock(&m); if (r == 0) pthread_mutex_unlock(&m); END; return r;",
     {"returns 0", "returns 16"}},
    {"TimedlockMayRunOutOfTime",
     "pthread_mutex_t m;",
     "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
     "struct timespec s = {0, 0}; START; int r = pthread_mutex_timedlock(&m, &s); if (r == 0) "
     "pthread_mutex_unlock(&m); "
     "END; return r;",
     {"returns 0", "returns 110"}},
    {"AnotherThreadMayNotUnlock",
     "pthread_mutex_t m;",
     "pthread_mutex_unlock(&m);",
     "pthread_mutex_lock(&m); START; END; return 0;",
     {"invalid-unlock at 8"}},
    {"AnotherThreadIsToldSo",
     "int r; pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;",
     "r = pthread_mutex_unlock(&m);",
     "pthread_mutex_lock(&m); START; END; return r == EPERM;",
     {"returns 1"}},
    {"RecursiveExcludesOthers",
     "int n; pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;",
     "pthread_mutex_lock(&m); pthread_mutex_lock(&m); int old = n; n = old + 1; pthread_mutex_unlock(&m); "
     "pthread_mutex_unlock(&m);",
     "START; END; return n;",
     {"returns 2"},
     2},
    {"RecursiveIsHeldUntilTheLastUnlock",
     "int n; pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;",
     "n = pthread_mutex_trylock(&m);",
     "pthread_mutex_lock(&m); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); START; END; return n;",
     {"returns 16"}},
    {"DestroyWhileAnotherHoldsIt",
     "pthread_mutex_t m;",
     "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
     "START; pthread_mutex_destroy(&m); return 0;",
     {"returns 0", "invalid-destroy at 9", "uninit-lock at 8"}},
    {"ACopyIsNoMutex",
     "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, c;",
     "",
     "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); c = m; pthread_mutex_lock(&c); return 0;",
     {"uninit-lock at 9"}},
    {"OrderOfTwoMutexes",
     "pthread_mutex_t a, b;",
     "pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);",
     "START; pthread_mutex_lock(&b); pthread_mutex_lock(&a); return 0;",
     {"returns 0", "blocked at 9"}},

    {"SpinLockExcludes",
     "int n; pthread_spinlock_t s;",
     "pthread_spin_lock(&s); int old = n; n = old + 1; pthread_spin_unlock(&s);",
     "pthread_spin_init(&s, 0); START; END; return n;",
     {"returns 2"},
     2},
    {"SpinLockTwice",
     "pthread_spinlock_t s;",
     "",
     "pthread_spin_init(&s, 0); pthread_spin_lock(&s); pthread_spin_lock(&s); return 0;",
     {"invalid-lock at 9"}},
    {"SpinLockOfAnother",
     "pthread_spinlock_t s;",
     "pthread_spin_unlock(&s);",
     "pthread_spin_init(&s, 0); pthread_spin_lock(&s); START; END; return 0;",
     {"invalid-unlock at 8"}},

    // "blocked": the wait that needs a signal, which nobody gives, or does not give any more.
    {"WaitGivesUpTheMutex",
     "int n; pthread_mutex_t m; pthread_cond_t c;",
     "pthread_mutex_lock(&m); n = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);",
     "pthread_mutex_lock(&m); START; while (n == 0) pthread_cond_wait(&c, &m); END; return n;",
     {"returns 1", "blocked at 9"}},
    {"WaitMayEndWithoutASignal",
     "pthread_mutex_t m; pthread_cond_t c;",
     "",
     "pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); return 7;",
     {"returns 7", "blocked at 9"}},
    {"TimedWaitMayRunOutOfTime",
     "pthread_mutex_t m; pthread_cond_t c;",
     "",
     "struct timespec s = {0, 0}; pthread_mutex_lock(&m); return pthread_cond_timedwait(&c, &m, &s);",
     {"returns 0", "returns 110", "blocked at 9"}},
    {"WaitsHaveOneMutex",
     "int n; pthread_mutex_t a, b; pthread_cond_t c;",
     "pthread_mutex_lock(&a); pthread_cond_wait(&c, &a); pthread_mutex_unlock(&a);",
     "START; pthread_mutex_lock(&b); pthread_cond_wait(&c, &b); return 0;",
     {"returns 0", "invalid-wait at 8", "invalid-wait at 9", "blocked at 9"}},
    {"WaitWithoutTheMutex",
     "pthread_mutex_t m; pthread_cond_t c;",
     "",
     "pthread_cond_wait(&c, &m); return 0;",
     {"invalid-unlock at 9"}},

    {"SemaphoreWaitsForAPost",
     "int n; sem_t s;",
     "n = 1; sem_post(&s);",
     "sem_init(&s, 0, 0); START; sem_wait(&s); return n;",
     {"returns 1"}},
    {"SemaphoreOfTwo",
     "int inside, most; sem_t s;",
     "sem_wait(&s); " INSIDE " sem_post(&s);",
     "sem_init(&s, 0, 2); START; END; return most > 2;",
     {"returns 0"},
     3},
    {"SemaphoreLetsTwoIn",
     "int inside, most; sem_t s;",
     "sem_wait(&s); " INSIDE " sem_post(&s);",
     "sem_init(&s, 0, 2); START; END; return most;",
     {"returns 1", "returns 2"},
     2},
    {"TrywaitMayFindNone",
     "sem_t s;",
     "sem_post(&s);",
     "sem_init(&s, 0, 0); START; return -sem_trywait(&s);",
     {"returns 0", "returns 1"}},
    {"SemaphoreNobodyPosts", "sem_t s;", "", "sem_init(&s, 0, 0); sem_wait(&s); return 0;", {"blocked at 9"}},

    {"ReadersAreInsideTogether",
     "int inside, most; pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;",
     "pthread_rwlock_rdlock(&l); " INSIDE " pthread_rwlock_unlock(&l);",
     "START; END; return most;",
     {"returns 1", "returns 2"},
     2},
    // The interpreter does not try again where a writer finds the lock taken: such a run ends there, blocked.
    {"WritersExclude",
     "int n; pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;",
     "pthread_rwlock_wrlock(&l); int old = n; n = old + 1; pthread_rwlock_unlock(&l);",
     "START; END; return n;",
     {"returns 2", "blocked at 9"},
     2},
    {"WritersExcludeReaders",
     "int n; pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;",
     "pthread_rwlock_wrlock(&l); n = 1; n = 0; pthread_rwlock_unlock(&l);",
     "START; pthread_rwlock_rdlock(&l); int seen = n; pthread_rwlock_unlock(&l); END; return seen;",
     {"returns 0", "blocked at 9"}},
    {"ReadersDoNotExcludeReaders",
     "int n; pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;",
     "pthread_rwlock_rdlock(&l); int old = n; n = old + 1; pthread_rwlock_unlock(&l);",
     "START; END; return n;",
     {"returns 1", "returns 2"},
     2},
    {"ReadLockOfAnother",
     "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;",
     "pthread_rwlock_unlock(&l);",
     "pthread_rwlock_rdlock(&l); START; END; return 0;",
     {"invalid-unlock at 8"}},
    {"WriteLockTwice",
     "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;",
     "",
     "pthread_rwlock_wrlock(&l); return pthread_rwlock_wrlock(&l);",
     {"returns 35", "blocked at 9"}},

    {"BarrierLetsNobodyPassEarly",
     "int n; pthread_barrier_t b;",
     "__atomic_fetch_add(&n, 1, 5); pthread_barrier_wait(&b);",
     "pthread_barrier_init(&b, 0, 3); START; pthread_barrier_wait(&b); return n;",
     {"returns 2"},
     2},
    {"BarrierTellsOneOfThem",
     "int n; pthread_barrier_t b;",
     "if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) __atomic_fetch_add(&n, 1, 5);",
     "pthread_barrier_init(&b, 0, 2); START; END; return n;",
     {"returns 1"},
     2},
    {"BarrierThatIsNotFull",
     "pthread_barrier_t b;",
     "pthread_barrier_wait(&b);",
     "pthread_barrier_init(&b, 0, 3); START; END; return 0;",
     {"blocked at 9"},
     2},
    {"BarrierIsDestroyedTooEarly",
     "pthread_barrier_t b;",
     "pthread_barrier_wait(&b);",
     "pthread_barrier_init(&b, 0, 2); START; pthread_barrier_destroy(&b); return 0;",
     {"returns 0", "invalid-barrier at 9", "uninit-lock at 8"}},

    {"OnceIsOverBeforeAnybodyGoesOn",
     "int n; pthread_once_t o = PTHREAD_ONCE_INIT; void f(void) { n++; n++; }",
     "pthread_once(&o, f); if (n != 2) n = 9;",
     "START; pthread_once(&o, f); int seen = n; END; return seen + n;",
     {"returns 4"},
     2},

    {"JoinWaits", "int n;", "n = 1; n = 2;", "START; END; return n;", {"returns 2"}},
    {"JoinTwice", "", "", "START; END; END; return 0;", {"invalid-join at 9"}},
    {"JoinOfDetached", "", "", "START; pthread_detach(t[0]); END; return 0;", {"invalid-join at 9"}},
    {"JoinOfItself", "", "", "return pthread_join(pthread_self(), 0);", {"invalid-join at 9"}},

    {"C11MutexExcludes",
     "int n; mtx_t m;",
     "mtx_lock(&m); int old = n; n = old + 1; mtx_unlock(&m);",
     "mtx_init(&m, mtx_plain); START; END; return n;",
     {"returns 2"},
     2},
    {"C11TrylockMayFailForNoReason",
     "mtx_t m;",
     "",
     "mtx_init(&m, mtx_plain); return mtx_trylock(&m) == thrd_success;",
     {"returns 0", "returns 1"}},
    {"C11TimedlockOfAPlainMutex",
     "mtx_t m;",
     "",
     "struct timespec s = {0, 0}; mtx_init(&m, mtx_plain); mtx_timedlock(&m, &s); return 0;",
     {"invalid-lock at 9"}},
    {"C11UnlockOfAnother",
     "mtx_t m;",
     "mtx_unlock(&m);",
     "mtx_init(&m, mtx_recursive); mtx_lock(&m); START; END; return 0;",
     {"invalid-unlock at 8"}},
    {"C11MutexThatNobodyMade", "mtx_t m;", "", "mtx_lock(&m); return 0;", {"uninit-lock at 9"}},
    {"C11WaitMayEndWithoutASignal",
     "mtx_t m; cnd_t c;",
     "",
     "mtx_init(&m, mtx_plain); cnd_init(&c); mtx_lock(&m); cnd_wait(&c, &m); return 7;",
     {"returns 7", "blocked at 9"}},
    {"C11WaitWithoutTheMutex",
     "mtx_t m; cnd_t c;",
     "",
     "mtx_init(&m, mtx_recursive); cnd_init(&c); cnd_wait(&c, &m); return 0;",
     {"invalid-unlock at 9", "blocked at 9"}},
    {"C11OnceIsOverBeforeAnybodyGoesOn",
     "int n; once_flag o = ONCE_FLAG_INIT; void f(void) { n++; n++; }",
     "call_once(&o, f); if (n != 2) n = 9;",
     "START; call_once(&o, f); int seen = n; END; return seen + n;",
     {"returns 4"},
     2},
    {"C11JoinTwice",
     "int f(void *p) { return 3; }",
     "",
     "thrd_t c; int r; thrd_create(&c, f, 0); thrd_join(c, &r); thrd_join(c, &r); return r;",
     {"invalid-join at 9"}},
};

class LockModels : public testing::TestWithParam<Case> {};

TEST_P(LockModels, MayDoThisAndNoMore) { EXPECT_EQ(CProgram(text_of(GetParam())).runs(300), GetParam().outcomes); }

INSTANTIATE_TEST_SUITE_P(Library, LockModels, testing::ValuesIn(kCases),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace fencepost
