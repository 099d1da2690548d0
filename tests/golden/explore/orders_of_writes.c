// Nobody reads: the executions differ in the order of the writes alone.
// fencepost-text: explore --observe x --observe y
// fencepost-text: explore --model tso
// fencepost-text: explore --model pso --observe x --observe y
// fencepost-text: explore --model rc11 --observe x --observe y
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void* left(void* unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 2, memory_order_relaxed);
  return unused;
}

static void* right(void* unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 2, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, left, 0);
  pthread_create(&two, 0, right, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
