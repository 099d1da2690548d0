// Both threads may read 0 where stores are buffered.
// fencepost-text: explore --model sc
// fencepost-text: explore --model tso --observe x
// fencepost-text: explore --model rc11
// fencepost-text: explore --model tso --limit 2
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void* left(void* unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

static void* right(void* unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, left, 0);
  pthread_create(&two, 0, right, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 2 * a + b;
}
