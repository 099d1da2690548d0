// fencepost-text: verify --model aarch64 --color never
// fencepost-text: verify --model tso --color never
/* One side has its fence: only the other is named. */
#include <assert.h>
#include <stdatomic.h>
atomic_int x, y;
int r = 1, s = 1;
int main(void) {
  {-{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    r = atomic_load_explicit(&y, memory_order_relaxed);
  |||
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    s = atomic_load_explicit(&x, memory_order_relaxed);
  }-}
  assert(r == 1 || s == 1);
}
