// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DAFTER
// A call of a function that a read chooses is a branch whose ways meet where the call returns: what the function writes waits
// for the read, what comes after the call does not.
#include <assert.h>
#include <linux.h>
int x, y, r1, r2;
static void nothing(void) {}
#ifdef AFTER
static void other(void) {}
#else
static void other(void) { WRITE_ONCE(y, 1); }
#endif
int main(void) {
  {-{ {
    r1 = READ_ONCE(x);
    (r1 ? other : nothing)();
#ifdef AFTER
    WRITE_ONCE(y, 1);
#endif
  } ||| {
    r2 = READ_ONCE(y);
    smp_mb();
    WRITE_ONCE(x, 1);
  } }-}
  assert(!(r1 == 1 && r2 == 1));
}
