// Both threads assume that the other's store is not seen: under sc no run does that, with store buffers one does.
// fencepost: verify --model sc
// statistic: guards.asked > 0
// fencepost: verify --model tso
// statistic: guards.asked > 0
// fencepost: verify --model rc11
// statistic: guards.asked > 0
// fencepost: verify --model aarch64
// statistic: guards.asked > 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_assume(int);
atomic_int x, y;
void *work(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  __VERIFIER_assume(atomic_load_explicit(&y, memory_order_relaxed) == 0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  __VERIFIER_assume(atomic_load_explicit(&x, memory_order_relaxed) == 0);
  pthread_join(t, 0);
  assert(atomic_load(&x) == 1);
}
