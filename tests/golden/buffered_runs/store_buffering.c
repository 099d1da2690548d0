// fencepost: verify --model tso --engine cegar --property unreach-call
// fencepost: verify --model pso --engine cegar --property unreach-call
// fencepost: verify --model tso --engine cegar --property unreach-call -DFENCED
// Both threads miss the other's store, which waits in a buffer.
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void) { __builtin_trap(); }
#ifdef FENCED
#define FENCE() atomic_thread_fence(memory_order_seq_cst)
#else
#define FENCE()
#endif
atomic_int x, y;
int r, s;
void *other(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  FENCE();
  s = atomic_load_explicit(&x, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  FENCE();
  r = atomic_load_explicit(&y, memory_order_relaxed);
  pthread_join(t, 0);
  if (r == 0 && s == 0) reach_error();
}
