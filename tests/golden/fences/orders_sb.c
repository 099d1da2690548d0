// Store buffering with orders: all four accesses must be seq_cst under rc11; under aarch64 release and acquire already are, and under tso only
// the stores' orders matter.
// fencepost-text: fences --model rc11
// fencepost-text: fences --model aarch64 --change orders
// fencepost-text: fences --model tso --change orders
// fencepost-text: fences --model power --change both
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

void *first(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return 0;
}

void *second(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a || b);
  return 0;
}
