// Store buffering is forbidden only if all four accesses are seq_cst; memory_order_consume can become that like any other order.
// fencepost-text: fences --model rc11 --patch
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

void *first(void *unused) {
  atomic_store(&x, 1);
  a = atomic_load_explicit(&y, memory_order_consume);
  return 0;
}

void *second(void *unused) {
  atomic_store(&y, 1);
  b = atomic_load(&x);
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
