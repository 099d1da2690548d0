// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify
// fencepost: verify -DPLAIN
// fencepost: verify -DPLAIN --model aarch64
// fencepost: verify -DINCREMENTS
// fencepost: verify -DEXCHANGES
// fencepost: verify -DEXCHANGES --model rc11
// fencepost: verify -DPADDED
// fencepost: verify -DPADDED -DEXCHANGES_ONCE
// fencepost: verify -DEXCHANGES_ONCE
// An atomic struct is read and written as a whole (C11 6.2.5p27); an exchange may fail because of what padding holds (7.17.7.4p2).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct pair {
#ifdef PADDED
  char a;
#else
  int a;
#endif
  int b;
};
#ifdef PLAIN
struct pair shared;
#else
_Atomic struct pair shared;
#endif
void *run(void *unused) {
#ifdef INCREMENTS
  struct pair seen = shared;
  ++seen.a;
  shared = seen;
#elif defined(EXCHANGES)
  struct pair seen = atomic_load(&shared), next;
  do {
    next.a = seen.a + 1;
    next.b = seen.b - 1;
  } while (!atomic_compare_exchange_strong(&shared, &seen, next));
#else
  struct pair one = {1, 1};
  shared = one;
#endif
  return 0;
}
int main(void) {
  pthread_t id;
#ifdef EXCHANGES_ONCE
  struct pair zero = {0, 0}, one = {1, 1};
  assert(atomic_compare_exchange_strong(&shared, &zero, one));
#endif
  pthread_create(&id, 0, run, 0);
#if defined(INCREMENTS) || defined(EXCHANGES)
  run(0);
  pthread_join(id, 0);
  struct pair last = shared;
  assert(last.a == 2);
#else
  struct pair seen = shared;
  assert(seen.a == seen.b);
#endif
}
