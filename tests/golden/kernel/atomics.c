// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DADD=atomic_fetch_add_relaxed
// fencepost: verify --model lkmm -DADD=atomic_add
// fencepost: verify --model lkmm -DADD=atomic_add -DAFTER
// Only updates that return something without a suffix are full barriers; others can be made so.
#include <assert.h>
#include <linux.h>
#ifndef ADD
#define ADD atomic_add_return
#endif
atomic_t x = ATOMIC_INIT(0), y = ATOMIC_INIT(0);
int r1, r2;
int main(void) {
  {-{ {
    ADD(1, &x);
#ifdef AFTER
    smp_mb__after_atomic();
#endif
    r1 = atomic_read(&y);
  } ||| {
    ADD(1, &y);
#ifdef AFTER
    smp_mb__after_atomic();
#endif
    r2 = atomic_read(&x);
  } }-}
  assert(!(r1 == 0 && r2 == 0));
}
