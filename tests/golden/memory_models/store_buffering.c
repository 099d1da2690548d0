// fencepost: verify --model rc11 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed
// fencepost: verify --model c11 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed
// fencepost: verify --model imm -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed
// fencepost: verify --model aarch64 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed
// fencepost: verify --model power -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed
// fencepost: verify --model riscv -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed
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
// SB. Sequentially consistent accesses forbid it; so do Armv8's release and acquire, which are stronger than C's.
#include <assert.h>
#include <stdatomic.h>
#define LOAD(place) atomic_load_explicit(&(place), READ)
#define STORE(place, value) atomic_store_explicit(&(place), value, WRITE)
atomic_int x, y;
int r = 1, s = 1;
int main(void) {
  {-{ {
    STORE(x, 1);
    r = LOAD(y);
  } ||| {
    STORE(y, 1);
    s = LOAD(x);
  } }-}
  assert(r == 1 || s == 1);
}
