// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DBOTH
// Which domain is waited for is known only at run time.
#include <assert.h>
#include <linux.h>
DEFINE_SRCU(domain);
DEFINE_SRCU(another);
_Bool __VERIFIER_nondet_bool(void);
int old_state = 1, freed, r1, r2;
_Bool first;
int main(void) {
  first = __VERIFIER_nondet_bool();
  {-{ {
    struct srcu_struct* waited = first ? &domain : &another;
    WRITE_ONCE(old_state, 0);
    synchronize_srcu(waited);
#ifdef BOTH
    synchronize_srcu(first ? &another : &domain);
#endif
    WRITE_ONCE(freed, 1);
  } ||| {
    int index = srcu_read_lock(&domain);
    r1 = READ_ONCE(old_state);
    r2 = READ_ONCE(freed);
    srcu_read_unlock(&domain, index);
  } }-}
  assert(!(r1 == 1 && r2 == 1));
}
