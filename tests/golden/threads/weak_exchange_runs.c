// fencepost: run
// fencepost: run --seed 3
// fencepost: verify
// fencepost: verify -DONCE
// A weak compare-exchange may fail for no reason (C11 7.17.7.4p4); the run without choices comes to its end all the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int sum;
void *add(void *unused) {
  int old = sum;
#ifdef ONCE
  atomic_compare_exchange_weak(&sum, &old, old + 1);
#else
  while (!atomic_compare_exchange_weak(&sum, &old, old + 1)) {
  }
#endif
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  pthread_join(thread, 0);
  add(0);
  assert(sum == 2);
}
