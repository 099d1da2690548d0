// fencepost: verify --model lkmm
// Load buffering with an update: what a thread reads may come from an update that happens later in any schedule.
#include <assert.h>
#include <linux.h>
atomic_t x = ATOMIC_INIT(0);
int y, r1, r2;
int main(void) {
  {-{ {
    r1 = atomic_read(&x);
    WRITE_ONCE(y, 1);
  } ||| {
    r2 = READ_ONCE(y);
    atomic_inc(&x);
  } }-}
  assert(!(r1 == 1 && r2 == 1));
}
