// Message passing with more order than it needs: calls without an order, a fence too many, and an access to nothing shared.
// fencepost-text: fences --model rc11 --relax --patch
// fencepost-text: fences --model rc11 --relax --change fences
// fencepost-text: fences --model tso --relax
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready, attempts;

void *producer(void *unused) {
  data = 42;
  atomic_thread_fence(memory_order_seq_cst);
  atomic_store(&ready, 1);
  if (attempts == 0)
    atomic_thread_fence(memory_order_acquire);
  return 0;
}

void *consumer(void *unused) {
  int expected = 0;
  atomic_fetch_add(&attempts, 1);
  atomic_compare_exchange_strong(&attempts, &expected, 5);
  if (atomic_load_explicit(&ready, memory_order_seq_cst))
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
