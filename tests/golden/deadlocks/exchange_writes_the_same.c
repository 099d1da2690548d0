// A lock that is taken by an exchange: whoever finds it taken writes what was there. Machines with dependencies tell that
// from no write at all, so the loop is not left out; that it can go on for ever is found all the same.
// fencepost: verify --property liveness --model sc
// fencepost: verify --property liveness --model aarch64
// fencepost: verify --property liveness --model riscv
// fencepost: verify --property liveness --model power
// fencepost: verify --property liveness --model aarch64 -DRELEASES --unwind 2
// fencepost: verify --property liveness --model power -DRELEASES --unwind 2
// fencepost: verify --property no-deadlock --model aarch64
#include <pthread.h>
#include <stdatomic.h>
atomic_int lock;
void *take(void *unused) {
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {
  }
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
