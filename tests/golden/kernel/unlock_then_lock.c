// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DONE_LOCK
// A lock after an unlock of the same thread orders writes for all others, whichever locks they are: a release and an
// acquire alone would not.
#include <assert.h>
#include <linux.h>
DEFINE_SPINLOCK(a);
DEFINE_SPINLOCK(b);
int x, y, r1, r2;
int main(void) {
  {-{ {
    spin_lock(&a);
    WRITE_ONCE(x, 1);
#ifndef ONE_LOCK
    spin_unlock(&a);
    spin_lock(&b);
#endif
    WRITE_ONCE(y, 1);
#ifndef ONE_LOCK
    spin_unlock(&b);
#else
    spin_unlock(&a);
#endif
  } ||| {
    r1 = READ_ONCE(y);
    smp_rmb();
    r2 = READ_ONCE(x);
  } }-}
  assert(!(r1 == 1 && r2 == 0));
}
