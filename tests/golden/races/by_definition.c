// fencepost: verify --model rc11
// fencepost: verify --model c11
// fencepost: verify --model rc11 -DRELAXED
// fencepost: verify --model c11 -DRELAXED
// fencepost: verify --model rc11 -DRELAXED -DFENCES
// fencepost: verify --model c11 -DRELAXED -DFENCES
// fencepost-text: verify --model rc11 -DRELAXED
// fencepost: verify --model rc11 -DRELAXED --no-check data-race
// fencepost: verify --model rc11 -DRELAXED --property unreach-call
// fencepost: verify --model sc -DRELAXED
// A flag hands data over if it releases and acquires, by itself or by fences. A relaxed one does not: the accesses happen one
// after the other and race all the same (C11 5.1.2.4p25), which these models make undefined, and sc does not.
#include <pthread.h>
#include <stdatomic.h>
#ifdef RELAXED
#define RELEASE memory_order_relaxed
#define ACQUIRE memory_order_relaxed
#else
#define RELEASE memory_order_release
#define ACQUIRE memory_order_acquire
#endif
atomic_int flag;
int data;
void *producer(void *unused) {
  data = 42;
#ifdef FENCES
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&flag, 1, RELEASE);
  return 0;
}
void *consumer(void *unused) {
  if (atomic_load_explicit(&flag, ACQUIRE)) {
#ifdef FENCES
    atomic_thread_fence(memory_order_acquire);
#endif
    data = 0;
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
