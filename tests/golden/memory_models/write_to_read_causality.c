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
// fencepost: verify --model rc11 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DDEPENDENT
// fencepost: verify --model c11 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DDEPENDENT
// fencepost: verify --model imm -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DDEPENDENT
// fencepost: verify --model aarch64 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DDEPENDENT
// fencepost: verify --model power -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DDEPENDENT
// fencepost: verify --model riscv -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DDEPENDENT
// WRC.
#include <assert.h>
#include <stdatomic.h>
#define LOAD(place) atomic_load_explicit(&(place), READ)
#define STORE(place, value) atomic_store_explicit(&(place), value, WRITE)
atomic_int x[1], y;
int a, b, c;
int main(void) {
  {-{ STORE(x[0], 1);
  ||| {
    a = LOAD(x[0]);
#ifdef DEPENDENT
    STORE(y, a);
#else
    STORE(y, 1);
#endif
  } ||| {
    b = LOAD(y);
#ifdef DEPENDENT
    c = LOAD(x[b - b]);
#else
    c = LOAD(x[0]);
#endif
  } }-}
  assert(!(a == 1 && b == 1 && c == 0));
}
