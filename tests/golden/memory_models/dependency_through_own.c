// fencepost: verify --model power
// fencepost: verify --model aarch64
// fencepost: verify --model riscv
// fencepost: verify --model imm
// fencepost: verify --model power -DNO_DEPENDENCY
// fencepost: verify --model imm -DNO_DEPENDENCY
// Load buffering with an address dependency to a place that no other thread uses: a store after that access waits for its
// address (addr ; po). Accesses to places of one's own are left out of an execution only where nothing runs through them.
#include <assert.h>
#include <stdatomic.h>
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)
#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
atomic_int x, y, own[2];
int a, b;
int main(void) {
  {-{ {
    a = LOAD(x);
    STORE(y, 1 + (a ^ a));
  } ||| {
    b = LOAD(y);
#ifndef NO_DEPENDENCY
    LOAD(own[b ^ b]);
#endif
    STORE(x, 1);
  } }-}
  assert(!(a == 1 && b == 1));
}
