// pthread_t and thrd_t as pointers, as musl, FreeBSD and macOS have them (POSIX leaves the types open).
// fencepost: verify --model sc
// fencepost: verify --model rc11
// fencepost: verify --model sc -DWRONG
// fencepost: verify --model sc -DTWICE
// fencepost: verify --model sc -DNULL_HANDLE
// fencepost: verify --model sc -DKEYS
// fencepost: verify --model sc -DC11
#include <assert.h>
typedef struct __pthread *pthread_t;
typedef pthread_t thrd_t;
typedef unsigned pthread_key_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_detach(pthread_t);
pthread_t pthread_self(void);
int pthread_equal(pthread_t, pthread_t);
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_setspecific(pthread_key_t, const void *);
int thrd_create(thrd_t *, int (*)(void *), void *);
int thrd_join(thrd_t, int *);
thrd_t thrd_current(void);

static int shared;
static pthread_t seen;
static pthread_key_t key;
static void ends(void *value) { shared = *(int *)value; }
static int nine = 9;

static void *worker(void *argument) {
  shared = 1;
  seen = pthread_self();
  assert(seen != 0);
#ifdef KEYS
  pthread_setspecific(key, &nine);
#endif
  return argument;
}

static int worker11(void *argument) {
  shared = 5;
  return argument != 0 && thrd_current() != 0 ? 4 : 3;
}

int main(void) {
  pthread_t one, other;
  int result;
#ifdef KEYS
  pthread_key_create(&key, ends);
#endif
#ifdef C11
  assert(thrd_create(&one, worker11, &result) == 0);
  assert(thrd_join(one, &result) == 0 && result == 4 && shared == 5);
  return 0;
#endif
  void *given;
  assert(pthread_create(&one, 0, worker, &shared) == 0);
  other = one;
  assert(!pthread_equal(pthread_self(), one) && pthread_equal(one, other));
  assert(pthread_self() == pthread_self() && pthread_self() != one);
  assert(pthread_join(other, &given) == 0 && given == &shared);
#ifdef KEYS
  assert(shared == 9);
#else
  assert(shared == 1);
#endif
  assert(seen == one);
#ifdef WRONG
  assert(seen == pthread_self());
#endif
#ifdef TWICE
  pthread_join(one, 0);
#endif
#ifdef NULL_HANDLE
  pthread_detach(0);
#endif
  return 0;
}
