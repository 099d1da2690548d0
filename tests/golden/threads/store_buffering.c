// fencepost: verify
// fencepost: verify --model tso -DFENCE
// fencepost: verify --model tso -DSTORE=memory_order_seq_cst
#include <assert.h>
#include <stdatomic.h>
#ifndef STORE
#define STORE memory_order_relaxed
#endif
atomic_int x, y;
int r = 1, s = 1;
int main(void) {
  {-{ {
    atomic_store_explicit(&x, 1, STORE);
#ifdef FENCE
    __asm__ volatile("mfence" ::: "memory");
#endif
    r = atomic_load_explicit(&y, memory_order_relaxed);
  } ||| {
    atomic_store_explicit(&y, 1, STORE);
#ifdef FENCE
    __asm__ volatile("mfence" ::: "memory");
#endif
    s = atomic_load_explicit(&x, memory_order_relaxed);
  } }-}
  assert(r == 1 || s == 1);
}
