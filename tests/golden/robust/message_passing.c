// A message: one queue of stores keeps the order, two do not.
// fencepost-text: robust --model tso
// fencepost-text: robust --model pso
// fencepost-text: robust --model rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int ready;
void *producer(void *unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return 0;
}
void *consumer(void *unused) {
  if (atomic_load_explicit(&ready, memory_order_relaxed))
    assert(data == 42);
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, producer, 0);
  pthread_create(&t, 0, consumer, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
