// A compare-exchange about to happen beside a plain read: a race if it would find what it compares with.
// fencepost: verify --property no-data-race --model sc
// fencepost: verify --property no-data-race --model tso
// fencepost: verify --property no-data-race --model aarch64
// fencepost: verify --property no-data-race --model riscv
// fencepost: verify --property no-data-race --model power
// fencepost: verify --property no-data-race --model sc -DEXPECTED=3
// fencepost: verify --property no-data-race --model tso -DEXPECTED=3
// fencepost: verify --property no-data-race --model aarch64 -DEXPECTED=3
// fencepost: verify --property no-data-race --model power -DEXPECTED=3
#include <pthread.h>
#include <stdatomic.h>
#ifndef EXPECTED
#define EXPECTED 5
#endif
int x;
void *update(void *unused) {
  int expected = EXPECTED;
  atomic_compare_exchange_strong((atomic_int *)&x, &expected, 1);
  return 0;
}
void *read(void *unused) {
  atomic_store_explicit((atomic_int *)&x, 3, memory_order_relaxed);
  int now = x;
  return now == 7 ? &x : 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, update, 0);
  pthread_create(&b, 0, read, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
