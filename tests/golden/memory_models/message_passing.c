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
// fencepost: verify --model rc11 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE
// fencepost: verify --model c11 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE
// fencepost: verify --model imm -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE
// fencepost: verify --model aarch64 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE
// fencepost: verify --model power -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE
// fencepost: verify --model riscv -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE
// fencepost: verify --model rc11 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE -DADDRESS
// fencepost: verify --model c11 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE -DADDRESS
// fencepost: verify --model imm -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE -DADDRESS
// fencepost: verify --model aarch64 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE -DADDRESS
// fencepost: verify --model power -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE -DADDRESS
// fencepost: verify --model riscv -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE -DADDRESS
// fencepost: verify --model rc11 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE -DCONTROL
// fencepost: verify --model c11 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE -DCONTROL
// fencepost: verify --model imm -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE -DCONTROL
// fencepost: verify --model aarch64 -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE -DCONTROL
// fencepost: verify --model power -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE -DCONTROL
// fencepost: verify --model riscv -DWRITE=memory_order_relaxed -DREAD=memory_order_relaxed -DFENCE -DCONTROL
// MP. Dependencies on the reading side order it for the machines, after a fence on the writing side.
#include <assert.h>
#include <stdatomic.h>
#define LOAD(place) atomic_load_explicit(&(place), READ)
#define STORE(place, value) atomic_store_explicit(&(place), value, WRITE)
atomic_int x[1], y;
int r, s = 1;
int main(void) {
  {-{ {
    STORE(x[0], 1);
#ifdef FENCE
    atomic_thread_fence(memory_order_release);
#endif
    STORE(y, 1);
  } ||| {
    r = LOAD(y);
#if defined ADDRESS
    s = LOAD(x[r ^ r]);
#elif defined CONTROL
    if (r == 1) {
      s = LOAD(x[0]);
    }
#else
    s = LOAD(x[0]);
#endif
  } }-}
  assert(r == 0 || s == 1);
}
