// fencepost: verify --model imm -DSAME
// fencepost: verify --model aarch64 -DSAME
// LB whose left side depends on what it read on one path only: the other path may go round.
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
bool __VERIFIER_nondet_bool(void);
atomic_int x, y;
int r, s;
int main(void) {
  bool copies = __VERIFIER_nondet_bool();
  {-{ {
    r = atomic_load_explicit(&x, memory_order_relaxed);
    int value = 1;
#ifdef SAME
    value = r - r + 1;
#else
    if (copies) value = r;
#endif
    atomic_store_explicit(&y, value, memory_order_relaxed);
  } ||| {
    s = atomic_load_explicit(&y, memory_order_relaxed);
    atomic_store_explicit(&x, s, memory_order_relaxed);
  } }-}
  assert(r == 0 || s == 0);
}
