// A fence that goes over several lines disappears as a whole, and an order there becomes another one.
// fencepost-text: fences --model rc11 --relax --patch
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *producer(void *unused) {
  data = 42;
  atomic_thread_fence(
      memory_order_seq_cst);
  atomic_store_explicit(&ready, 1,
                        memory_order_seq_cst);
  return 0;
}

void *consumer(void *unused) {
  if (atomic_load_explicit(&ready, memory_order_acquire)) assert(data == 42);
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
