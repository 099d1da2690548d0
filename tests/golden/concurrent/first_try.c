// A compare-exchange that is tried again differs from one that starts later if something was read, written or decided
// between the load and the loop, or if what the load took is needed afterwards.
// fencepost: verify --model sc -DREAD
// fencepost: verify --model rc11 -DREAD
// fencepost: verify --model sc -DWRITTEN
// fencepost: verify --model sc -DDECIDED
// fencepost: verify --model sc -DKEPT
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int kept;

static void* tries(void* unused) {
  int old = atomic_load(&x), seen = 0;
#if defined READ
  seen = atomic_load(&y);
#elif defined WRITTEN
  atomic_store(&y, old + 1);
#elif defined DECIDED
  if (old != 0) return unused;
#elif defined KEPT
  kept = old;
#endif
  while (!atomic_compare_exchange_strong(&x, &old, old + 1)) {
  }
#if defined READ
  assert(!(seen == 0 && old == 7));
#elif defined WRITTEN
  assert(!(atomic_load(&y) == 1 && old == 7));
#elif defined DECIDED
  assert(old == 0);
#elif defined KEPT
  assert(kept == old);
#endif
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, 0, tries, 0);
#ifdef READ
  atomic_store(&y, 1);
#endif
  atomic_store(&x, 7);
  pthread_join(one, 0);
}
