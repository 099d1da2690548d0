// The lock of tas.c, for threads that use it again and again and look at it before they try to take it (Rudolph, Segall, ISCA 1984). What they see then
// may be old; the update tells. Under tso no fence is needed.
#include <assert.h>

#include "../many.h"

volatile int taken, inside;

static void enter(void) {
  do {
    while (taken) {
    }
  } while (__sync_lock_test_and_set(&taken, 1));
}

void *worker(void *unused) {
  while (__VERIFIER_nondet_bool()) {
    enter();
    inside = 1;
    assert(inside == 1);
    inside = 0;
    __sync_lock_release(&taken);
  }
  return 0;
}

int main(void) { RUN_BY_MANY(worker); }
