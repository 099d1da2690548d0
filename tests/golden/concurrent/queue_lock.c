// A queue lock (Craig, Landin, Hagersten): each waits at the word of the one before it, wherever that is, and acquires there.
// Barriers stand beside accesses whose place is open.
// fencepost: verify --model power
// fencepost: verify --model riscv
// fencepost: verify --model aarch64
// fencepost: verify --model rc11
// fencepost: verify --model power -DRELAXED
// fencepost: verify --model riscv -DRELAXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef RELAXED
#define ACQUIRE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#endif
atomic_int first, x = 1, y = 1;
_Atomic(atomic_int *) tail = &first;
atomic_int sum;
void *f(void *own) {
  atomic_int *before = atomic_exchange_explicit(&tail, (atomic_int *)own, memory_order_acq_rel);
  while (atomic_load_explicit(before, ACQUIRE)) {
  }
  int seen = atomic_load_explicit(&sum, memory_order_relaxed);
  atomic_store_explicit(&sum, seen + 1, memory_order_relaxed);
  atomic_store_explicit((atomic_int *)own, 0, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, f, &x);
  pthread_create(&t, 0, f, &y);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(sum == 2);
}
