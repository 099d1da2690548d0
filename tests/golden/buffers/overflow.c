// fencepost: verify --engine buffers --model tso --property unreach-call
// fencepost: verify --engine buffers --model tso --property unreach-call -DFENCED
// Stores without end and without a fence: however long a buffer is, it may be full.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *one(void *unused) {
  for (;;) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    assert(atomic_load_explicit(&y, memory_order_relaxed) != 3);
#ifdef FENCED
    atomic_thread_fence(memory_order_seq_cst);
#endif
  }
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, one, 0);
  for (;;) {
    atomic_store_explicit(&y, atomic_load_explicit(&x, memory_order_relaxed), memory_order_relaxed);
#ifdef FENCED
    atomic_thread_fence(memory_order_seq_cst);
#endif
  }
}
