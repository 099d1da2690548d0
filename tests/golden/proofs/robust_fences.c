// fencepost: verify --property unreach-call --model rc11 --engine cegar
// fencepost: verify --property unreach-call --model rc11 --engine cegar -DFENCE=memory_order_acq_rel
// Two threads that each say that they want to go in, look whether the other one does, and step back if so. What they say and see
// has no order but that of full fences, which is enough.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef FENCE
#define FENCE memory_order_seq_cst
#endif

atomic_int wants0, wants1;
int inside;

void *first(void *unused) {
  for (;;) {
    atomic_store_explicit(&wants0, 1, memory_order_relaxed);
    atomic_thread_fence(FENCE);
    if (!atomic_load_explicit(&wants1, memory_order_relaxed)) {
      atomic_thread_fence(FENCE);
      inside++;
      assert(inside == 1);
      inside--;
    }
    atomic_thread_fence(FENCE);
    atomic_store_explicit(&wants0, 0, memory_order_relaxed);
  }
  return unused;
}

void *second(void *unused) {
  for (;;) {
    atomic_store_explicit(&wants1, 1, memory_order_relaxed);
    atomic_thread_fence(FENCE);
    if (!atomic_load_explicit(&wants0, memory_order_relaxed)) {
      atomic_thread_fence(FENCE);
      inside++;
      assert(inside == 1);
      inside--;
    }
    atomic_thread_fence(FENCE);
    atomic_store_explicit(&wants1, 0, memory_order_relaxed);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
