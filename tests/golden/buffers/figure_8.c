// fencepost: verify --engine buffers --model tso --property unreach-call
// fencepost: verify --engine buffers --model pso --property unreach-call
// fencepost: verify --engine buffers --model pso --property unreach-call --extrapolation cubes
// fencepost: verify --engine buffers --model pso --property unreach-call --extrapolation none
// Intra-thread coherence (seed 001, figure 8): a load takes the youngest store of its thread, and that is in memory after the fence.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, z;

static void *stores(void *unused) {
  atomic_store_explicit(&x, 2, memory_order_relaxed);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  int seen = atomic_load_explicit(&x, memory_order_relaxed);
  atomic_load_explicit(&z, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  assert(atomic_load_explicit(&x, memory_order_relaxed) == seen);
  return 0;
}

static void *looks(void *unused) {
  atomic_store_explicit(&z, atomic_load_explicit(&x, memory_order_relaxed), memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, stores, 0);
  pthread_create(&b, 0, looks, 0);
}
