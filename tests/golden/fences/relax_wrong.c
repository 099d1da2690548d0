// What fails as it is has nothing that could be weaker.
// fencepost-text: fences --model rc11 --relax
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

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  if (atomic_load(&ready))
    assert(data == 42);
  pthread_join(t, 0);
  return 0;
}
