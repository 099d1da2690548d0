// Making and joining threads orders in a model of the user that does not name sync: program order goes through it, and the
// points are full barriers of its machine.
// fencepost: verify --model memory_models/own_threads.cat
// fencepost: verify --model memory_models/own_threads.cat -DFAILS
// fencepost: verify --model memory_models/own_threads.cat -DBARRIER
// fencepost: verify --model memory_models/own_threads.cat -DNO_BARRIER
// fencepost: explore --model memory_models/own_threads.cat
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int late, early;
void *child(void *unused) {
  early = atomic_load_explicit(&y, memory_order_relaxed);
  return 0;
}
void *other(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  late = atomic_load_explicit(&x, memory_order_relaxed);
  return 0;
}
void *writer(void *unused) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
#if defined(BARRIER) || defined(NO_BARRIER)
  pthread_create(&b, 0, other, 0);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
#ifdef BARRIER
  pthread_create(&a, 0, child, 0);
  pthread_join(a, 0);
#else
  child(0);
#endif
  pthread_join(b, 0);
  assert(early || late);
#else
  pthread_create(&a, 0, writer, 0);
#ifndef FAILS
  pthread_join(a, 0);
#endif
  assert(x == 1);
#endif
}
