// A lock that is taken by test-and-set and given back by a store: who takes it finds all that was stored under it, since the store leaves its
// buffer after those. Under tso no fence is needed.
#include <assert.h>

#include "../many.h"

volatile int taken, inside;

void *worker(void *unused) {
  while (__sync_lock_test_and_set(&taken, 1)) {
  }
  inside = 1;
  assert(inside == 1);
  inside = 0;
  __sync_lock_release(&taken);
  return 0;
}

int main(void) { RUN_BY_MANY(worker); }
