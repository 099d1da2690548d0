// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DAFTER
// fencepost: verify --model lkmm -DLOOP
// fencepost: verify --model lkmm -DCALL
// fencepost: verify --model power -DAFTER
// A store under a condition waits for the read; a store after the if, the loop or the call does not, unless a machine
// runs the program as it is written.
#include <assert.h>
#include <linux.h>
int x, y, z, r1, r2;
void look(void) {
  if (r1) WRITE_ONCE(z, 1);
}
int main(void) {
  {-{ {
#ifdef LOOP
    while ((r1 = READ_ONCE(x)) == 0) {
    }
    WRITE_ONCE(y, 1);
#else
    r1 = READ_ONCE(x);
#ifdef CALL
    look();
    WRITE_ONCE(y, 1);
#else
    if (r1) {
#ifndef AFTER
      WRITE_ONCE(y, 1);
#endif
    }
#ifdef AFTER
    WRITE_ONCE(y, 1);
#endif
#endif
#endif
  } ||| {
    r2 = READ_ONCE(y);
    smp_mb();
    WRITE_ONCE(x, 1);
  } }-}
  assert(!(r1 == 1 && r2 == 1));
}
