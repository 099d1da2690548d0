// What a compare-exchange stores rests on what it compares with: machines look before they store, and branch for that.
// fencepost: verify --model aarch64
// fencepost: verify --model aarch64 --encoding monolithic
// fencepost: verify --model riscv
// fencepost: verify --model power
// fencepost: verify --model aarch64 -DFREE
// fencepost: verify --model riscv -DFREE
// fencepost: verify --model power -DFREE
// fencepost: verify --model aarch64 -DLATER
// fencepost: verify --model riscv -DLATER
// fencepost: verify --model power -DLATER
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, z;
int seen;
static void *exchanges(void *unused) {
  seen = atomic_load_explicit(&x, memory_order_relaxed);
#ifdef FREE
  int expected = 0;
#else
  int expected = seen ^ seen;
#endif
#ifdef LATER
  atomic_compare_exchange_strong_explicit(&z, &expected, 1, memory_order_relaxed, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
#else
  atomic_compare_exchange_strong_explicit(&y, &expected, 1, memory_order_relaxed, memory_order_relaxed);
#endif
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, exchanges, 0);
  int found = atomic_load_explicit(&y, memory_order_relaxed);
  atomic_store_explicit(&x, found, memory_order_relaxed);
  pthread_join(thread, 0);
  assert(!(seen == 1 && found == 1));
}
