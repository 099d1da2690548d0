// fencepost: verify --model aarch64
// fencepost: verify --model power
// fencepost: verify --model riscv
// fencepost: verify --model aarch64 -DDIFFERENT
// fencepost: verify --model power -DDIFFERENT
// fencepost: verify --model riscv -DDIFFERENT
// RSW: two reads of one place in a row are not ordered if they read the same write; RDW: they are if they do not.
#include <assert.h>
#include <stdatomic.h>
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)
#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
atomic_int x[1], y, z[1];
int a, b, c, d;
int main(void) {
  {-{ {
    STORE(x[0], 1);
    atomic_thread_fence(memory_order_seq_cst);
    STORE(y, 1);
  } ||| {
    a = LOAD(y);
    b = LOAD(z[a ^ a]);
    c = LOAD(z[0]);
    d = LOAD(x[c ^ c]);
  } ||| {
    STORE(z[0], 1);
    STORE(z[0], 2);
    STORE(z[0], 3);
  } }-}
#ifdef DIFFERENT
  assert(!(a == 1 && b < c && d == 0));
#else
  assert(!(a == 1 && b <= c && d == 0));
#endif
}
