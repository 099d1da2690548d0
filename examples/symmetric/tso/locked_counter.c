// A counter under a spin lock. It is looked at after the lock was given back, when the thread's own store may still wait, and the thread finds what waits. Who
// looks from outside the lock finds no less than it has stored. Under tso no fence is needed.
#include <assert.h>
#include <limits.h>

#include "../many.h"

volatile int taken;
volatile unsigned value;

void *increment(void *unused) {
  while (__sync_lock_test_and_set(&taken, 1)) {
  }
  unsigned old = value;
  if (old != UINT_MAX) value = old + 1;
  __sync_lock_release(&taken);
  assert(old == UINT_MAX || value > old);
  return 0;
}

int main(void) { RUN_BY_MANY(increment); }
