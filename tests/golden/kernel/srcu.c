// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DOTHER
// A grace period is for the readers of its own domain.
#include <assert.h>
#include <linux.h>
DEFINE_SRCU(domain);
DEFINE_SRCU(another);
#ifdef OTHER
#define WAITED another
#else
#define WAITED domain
#endif
int old_state = 1, freed, r1, r2;
int main(void) {
  {-{ {
    WRITE_ONCE(old_state, 0);
    synchronize_srcu(&WAITED);
    WRITE_ONCE(freed, 1);
  } ||| {
    int index = srcu_read_lock(&domain);
    r1 = READ_ONCE(old_state);
    r2 = READ_ONCE(freed);
    srcu_read_unlock(&domain, index);
  } }-}
  assert(!(r1 == 1 && r2 == 1));
}
