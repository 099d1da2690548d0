// Without a model ISO C speaks: all atomics are seq_cst, but they need not be.
// fencepost-text: fences --relax
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *producer(void *unused) {
  data = 42;
  atomic_store(&ready, 1);
  return 0;
}

void *consumer(void *unused) {
  if (atomic_load(&ready)) assert(data == 42);
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
