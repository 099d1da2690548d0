// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DFAILS
// A compare-exchange that fails orders nothing.
#include <assert.h>
#include <linux.h>
int x, y, a, b, r1, r2, r3, r4;
#ifdef FAILS
#define EXPECTED 7
#else
#define EXPECTED 0
#endif
int main(void) {
  {-{ {
    WRITE_ONCE(x, 1);
    r3 = cmpxchg(&a, EXPECTED, 1);
    r1 = READ_ONCE(y);
  } ||| {
    WRITE_ONCE(y, 1);
    r4 = cmpxchg(&b, EXPECTED, 1);
    r2 = READ_ONCE(x);
  } }-}
  assert(r3 == 0 && r4 == 0);
  assert(!(r1 == 0 && r2 == 0));
}
