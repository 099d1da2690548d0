// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DRELAXED
// fencepost: verify --model lkmm -DFENCE
// C's own atomics mean what comes next to them in the kernel; its weaker fences have no counterpart there.
#include <assert.h>
#include <stdatomic.h>
atomic_int x, y;
int r1, r2;
#ifdef RELAXED
#define ORDER memory_order_relaxed
#else
#define ORDER memory_order_seq_cst
#endif
int main(void) {
  {-{ {
    atomic_store_explicit(&x, 1, ORDER);
#ifdef FENCE
    atomic_thread_fence(memory_order_acquire);
#endif
    r1 = atomic_load_explicit(&y, ORDER);
  } ||| {
    atomic_store_explicit(&y, 1, ORDER);
    r2 = atomic_load_explicit(&x, ORDER);
  } }-}
  assert(!(r1 == 0 && r2 == 0));
}
