// A loop that tries a compare-exchange until it succeeds needs no bound: each way back is as good as a later start.
// fencepost: verify --model sc
// statistic: bounded.rounds = 1
// statistic: unroll.retrying-iterations > 0
// fencepost: verify --model tso
// statistic: bounded.rounds = 1
// statistic: unroll.retrying-iterations > 0
// fencepost: verify --model rc11
// statistic: bounded.rounds = 1
// statistic: unroll.retrying-iterations > 0
// fencepost: verify --model sc -DWRONG
// statistic: unroll.retrying-iterations > 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

static void* adds(void* unused) {
  int old = atomic_load(&count), next = old + 1;
  while (!atomic_compare_exchange_weak(&count, &old, next)) next = old + 1;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, adds, 0);
  pthread_create(&two, 0, adds, 0);
#ifdef WRONG
  atomic_store(&count, 7);
#endif
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(atomic_load(&count) == 2);
}
