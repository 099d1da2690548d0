// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DNO_RMB
// fencepost: verify --model lkmm -DNO_WMB
// fencepost: verify --model lkmm -DACQUIRE -DNO_RMB -DNO_WMB
// Message passing needs a barrier on both sides.
#include <assert.h>
#include <linux.h>
int data, flag, r1, r2;
int main(void) {
  {-{ {
    WRITE_ONCE(data, 1);
#ifndef NO_WMB
    smp_wmb();
#endif
#ifdef ACQUIRE
    smp_store_release(&flag, 1);
#else
    WRITE_ONCE(flag, 1);
#endif
  } ||| {
#ifdef ACQUIRE
    r1 = smp_load_acquire(&flag);
#else
    r1 = READ_ONCE(flag);
#endif
#ifndef NO_RMB
    smp_rmb();
#endif
    r2 = READ_ONCE(data);
  } }-}
  assert(!(r1 == 1 && r2 == 0));
}
