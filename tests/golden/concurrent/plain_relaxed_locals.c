// --plain relaxed is about what threads share. Where relaxed accesses order others, those of a function's own objects would
// stand in the way of leaving out what only waits: they stay plain. An object that others know of is shared (-DKNOWN).
// fencepost: verify --model aarch64 --plain relaxed
// statistic: bounded.rounds = 1
// statistic: unroll.idle-iterations > 0
// fencepost: verify --model power --plain relaxed
// statistic: bounded.rounds = 1
// fencepost: verify --model rc11 --plain relaxed
// statistic: bounded.rounds = 1
// fencepost: verify --model rc11
// fencepost: verify --model rc11 --plain relaxed -DKNOWN
// fencepost: verify --model rc11 -DKNOWN
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;
int is_ready;

static void add(void) {
  int old;
  do {
    old = atomic_load(&count);
  } while (!atomic_compare_exchange_weak(&count, &old, old + 1));
}

static void* adds(void* known) {
#ifdef KNOWN
  *(int*)known = 2;
#else
  is_ready = 1;
#endif
  add();
  return known;
}

int main(void) {
  pthread_t one;
  int own = 0;
  pthread_create(&one, 0, adds, &own);
#ifdef KNOWN
  own = 1;
#else
  is_ready = 1;
#endif
  add();
  pthread_join(one, 0);
  assert(atomic_load(&count) == 2);
}
