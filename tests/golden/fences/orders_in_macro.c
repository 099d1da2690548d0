// Orders inside the text of a macro are nobody's to change here; one that is handed to it is.
// fencepost-text: fences --model rc11 --patch
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define PUBLISH(object, value, order) atomic_store_explicit(&(object), value, order)
#define SEEN(object) atomic_load_explicit(&(object), memory_order_relaxed)
#define WEAK memory_order_relaxed
#define SWAP(object, expected, order) atomic_compare_exchange_strong_explicit(&(object), expected, 2, order, order)

int data;
atomic_int ready;

void *producer(void *unused) {
  data = 42;
  PUBLISH(ready, 1, WEAK);
  int expected = 3;
  SWAP(ready, &expected, WEAK);
  return 0;
}

void *consumer(void *unused) {
  if (SEEN(ready)) {
    atomic_thread_fence(WEAK);
    assert(data == 42);
  }
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
