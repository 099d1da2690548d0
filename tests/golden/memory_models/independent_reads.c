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
// IRIW. Release and acquire forbid it where all see a write at once; Power and C do not promise that.
#include <assert.h>
#include <stdatomic.h>
#define LOAD(place) atomic_load_explicit(&(place), READ)
#define STORE(place, value) atomic_store_explicit(&(place), value, WRITE)
atomic_int x, y;
int a, b, c, d;
int main(void) {
  {-{ STORE(x, 1);
  ||| STORE(y, 1);
  ||| {
    a = LOAD(x);
    b = LOAD(y);
  } ||| {
    c = LOAD(y);
    d = LOAD(x);
  } }-}
  assert(!(a == 1 && b == 0 && c == 1 && d == 0));
}
