// fencepost: verify --model rc11 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed
// fencepost: verify --model rc11 -DWRITE=memory_order_release -DREAD=memory_order_acquire
// fencepost: verify --model c11 -DWRITE=memory_order_release -DREAD=memory_order_acquire
// fencepost: verify --model imm -DWRITE=memory_order_release -DREAD=memory_order_acquire
// fencepost: verify --model aarch64 -DWRITE=memory_order_release -DREAD=memory_order_acquire
// fencepost: verify --model power -DWRITE=memory_order_release -DREAD=memory_order_acquire
// fencepost: verify --model riscv -DWRITE=memory_order_release -DREAD=memory_order_acquire
// fencepost: verify --model rc11 -DWRITE=memory_order_seq_cst -DREAD=memory_order_seq_cst
// fencepost: verify --model c11 -DWRITE=memory_order_seq_cst -DREAD=memory_order_seq_cst
// fencepost: verify --model imm -DWRITE=memory_order_seq_cst -DREAD=memory_order_seq_cst
// fencepost: verify --model aarch64 -DWRITE=memory_order_seq_cst -DREAD=memory_order_seq_cst
// fencepost: verify --model power -DWRITE=memory_order_seq_cst -DREAD=memory_order_seq_cst
// fencepost: verify --model riscv -DWRITE=memory_order_seq_cst -DREAD=memory_order_seq_cst
// fencepost: verify --model rc11 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DDATA
// fencepost: verify --model imm -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DDATA
// fencepost: verify --model aarch64 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DDATA
// fencepost: verify --model power -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DDATA
// fencepost: verify --model riscv -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DDATA
// fencepost: verify --model rc11 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DCONTROL
// fencepost: verify --model imm -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DCONTROL
// fencepost: verify --model aarch64 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DCONTROL
// fencepost: verify --model power -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DCONTROL
// fencepost: verify --model riscv -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DCONTROL
// fencepost: verify --model rc11 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DJOINED
// fencepost: verify --model imm -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DJOINED
// fencepost: verify --model aarch64 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DJOINED
// fencepost: verify --model power -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DJOINED
// fencepost: verify --model riscv -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DJOINED
// LB. RC11 forbids all of it; IMM and the machines forbid it where both sides depend on what they read, however idly.
#include <assert.h>
#include <stdatomic.h>
#define LOAD(place) atomic_load_explicit(&(place), READ)
#define STORE(place, value) atomic_store_explicit(&(place), value, WRITE)
atomic_int x, y;
int r, s;
int main(void) {
  {-{ {
    r = LOAD(x);
#if defined CONTROL
    if (r == 1) STORE(y, 1);
#elif defined JOINED
    if (r == r) {
    }
    STORE(y, 1);
#elif defined DATA
    int one = r - r + 1;
    STORE(y, one);
#else
    STORE(y, 1);
#endif
  } ||| {
    s = LOAD(y);
#if defined DATA || defined CONTROL || defined JOINED
    STORE(x, s & 1);
#else
    STORE(x, 1);
#endif
  } }-}
  assert(r == 0 || s == 0);
}
