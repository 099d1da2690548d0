// fencepost: verify --model rc11
// fencepost: verify --model c11
// fencepost: verify --model rc11 -DBY_STORE
// fencepost: verify --model c11 -DBY_STORE
// A read-modify-write goes on with a release sequence, whatever its order; another thread's store ends it (C11 5.1.2.4p10).
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;
void *producer(void *unused) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return 0;
}
void *between(void *unused) {
#ifdef BY_STORE
  if (atomic_load_explicit(&flag, memory_order_relaxed) == 1) atomic_store_explicit(&flag, 2, memory_order_relaxed);
#else
  int one = 1;
  atomic_compare_exchange_strong_explicit(&flag, &one, 2, memory_order_relaxed, memory_order_relaxed);
#endif
  return 0;
}
void *consumer(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2) data = 0;
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, between, 0);
  pthread_create(&c, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
