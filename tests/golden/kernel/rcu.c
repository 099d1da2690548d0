// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DNO_READER
// fencepost: verify --model lkmm -DNO_WAIT
// What a reader's section has seen of the old state is gone before the grace period ends.
#include <assert.h>
#include <linux.h>
int old_state = 1, freed, r1, r2;
int main(void) {
  {-{ {
    WRITE_ONCE(old_state, 0);
#ifndef NO_WAIT
    synchronize_rcu();
#endif
    WRITE_ONCE(freed, 1);
  } ||| {
#ifndef NO_READER
    rcu_read_lock();
#endif
    r1 = READ_ONCE(old_state);
    r2 = READ_ONCE(freed);
#ifndef NO_READER
    rcu_read_unlock();
#endif
  } }-}
  assert(!(r1 == 1 && r2 == 1));
}
