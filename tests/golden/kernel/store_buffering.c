// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DFENCE=smp_wmb
// fencepost: verify --model lkmm -DFENCE=synchronize_rcu
// fencepost: verify --model tso
// fencepost: verify --model tso -DFENCE=smp_wmb
// fencepost: verify --model sc -DFENCE=smp_wmb
// fencepost: verify --model power
// fencepost: verify --model rc11
// fencepost: verify --model aarch64 -DFENCE=smp_wmb
// fencepost: verify --model sc -DFENCE=synchronize_rcu
// Machines have a full barrier as well, SC needs none; where a model knows nothing of a primitive there is no answer.
#include <assert.h>
#include <linux.h>
#ifndef FENCE
#define FENCE smp_mb
#endif
int x, y, r1, r2;
int main(void) {
  {-{ {
    WRITE_ONCE(x, 1);
    FENCE();
    r1 = READ_ONCE(y);
  } ||| {
    WRITE_ONCE(y, 1);
    FENCE();
    r2 = READ_ONCE(x);
  } }-}
  assert(!(r1 == 0 && r2 == 0));
}
