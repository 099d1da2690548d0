// A loop that waits for another thread and counts meanwhile: until it is known that the place is shared, it has no end.
// fencepost: verify --model sc --unwind 3
// fencepost: verify --model sc --unwind 1
// fencepost: verify --model sc -DNEVER
// fencepost: verify --model rc11 --unwind 3
// fencepost: verify --model aarch64 --unwind 3
// fencepost: verify --model tso --unwind 3 -DEXCHANGE
// fencepost: verify --model sc --unwind 3 -DLATE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *wait(void *unused) {
  int rounds = 0;
#ifdef EXCHANGE
  while (!atomic_exchange(&x, 0)) rounds++;
#else
  while (!atomic_load(&x)) rounds++;
#endif
#ifdef NEVER
  assert(rounds >= 0);
#else
  assert(rounds != 2);
#endif
  return 0;
}
int filled[3000];
int main(void) {
#ifdef LATE
  for (int i = 0; i < 3000; i++) filled[i] = i;
#endif
  pthread_t a;
  pthread_create(&a, 0, wait, 0);
  atomic_store(&x, 5);
  pthread_join(a, 0);
}
