// A thread that tries an exchange for ever, under models without a machine as well: what fails changes nothing.
// fencepost: verify --property liveness --model sc
// fencepost: verify --property liveness --model rc11
// fencepost: verify --property liveness --model aarch64
// fencepost: verify --property liveness --model riscv --strict
// fencepost: verify --property liveness --model power
// fencepost: verify --property liveness --model aarch64 -DRELEASES
#include <pthread.h>
#include <stdatomic.h>
atomic_int lock;
void *take(void *unused) {
  int free = 0;
  while (!atomic_compare_exchange_strong_explicit(&lock, &free, 1, memory_order_acquire, memory_order_relaxed)) free = 0;
#ifdef RELEASES
  atomic_store_explicit(&lock, 0, memory_order_release);
#endif
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, take, 0);
  pthread_create(&b, 0, take, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
