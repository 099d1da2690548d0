// Loops that only wait need no bound, however they are written.
// fencepost: verify
// statistic: bounded.rounds = 1
// statistic: unroll.idle-iterations > 0
// fencepost: verify -DFOR
// statistic: bounded.rounds = 1
// statistic: unroll.idle-iterations > 0
// fencepost: verify -DDO
// statistic: bounded.rounds = 1
// statistic: unroll.idle-iterations > 0
// fencepost: verify -DGOTO
// statistic: bounded.rounds = 1
// statistic: unroll.idle-iterations > 0
// fencepost: verify -DEXCHANGE
// statistic: bounded.rounds = 1
// statistic: unroll.idle-iterations > 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int ready;
int data;
void wait(void) {
#if defined FOR
  for (; atomic_load(&ready) != 1;) {
  }
#elif defined DO
  int seen;
  do {
    seen = atomic_load(&ready);
  } while (!seen);
#elif defined GOTO
again:
  if (!atomic_load(&ready)) goto again;
#elif defined EXCHANGE
  int expected;
  do {
    expected = 1;
  } while (!atomic_compare_exchange_strong(&ready, &expected, 2));
#else
  while (!atomic_load(&ready)) {
  }
#endif
}
void* reader(void* arg) {
  wait();
  assert(data == 7);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  data = 7;
  atomic_store(&ready, 1);
  pthread_join(t, 0);
}
