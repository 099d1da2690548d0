// A lock that prefers its owner (Kawachiya, Koseki, Onodera, OOPSLA 2002): the owner says that it is inside and looks whether anybody has taken the lock
// away; all the others take a lock of their own first, then take it away and wait until the owner is outside. Who looks must have stored
// before, so both kinds need a fence. -DNO_FENCE fails under tso with one thread of each kind.
#include <assert.h>

#include "../many.h"
#include "fence.h"

volatile int owner_inside, revoked;
volatile int taken;  // by one of the others
volatile int inside;

static void critical_section(void) {
  inside = 1;
  assert(inside == 1);
  inside = 0;
}

void *other(void *unused) {
  while (__sync_lock_test_and_set(&taken, 1)) {
  }
  revoked = 1;
  FENCE();
  while (owner_inside) {
  }
  critical_section();
  revoked = 0;
  __sync_lock_release(&taken);
  return 0;
}

int main(void) {
  RUN_BY_MANY(other);
  while (__VERIFIER_nondet_bool()) {
    owner_inside = 1;
    FENCE();
    if (!revoked) critical_section();
    owner_inside = 0;
  }
}
