// A plain object handed over by a relaxed flag: a data race, which stronger orders end, or a release and an acquire fence. The second one needs braces.
// fencepost-text: fences --model rc11 --patch
// fencepost-text: fences --model rc11 --change fences --patch
// fencepost-text: fences --model tso
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
