// What is made once and then used by all: the first to come makes it under a lock, and a flag says that it is there, which others look at without
// the lock (double-checked locking). The flag leaves the buffer after what it speaks of: under tso no fence is needed.
#include <assert.h>

#include "../many.h"

volatile int taken, made, value;

void *worker(void *unused) {
  if (!made) {
    while (__sync_lock_test_and_set(&taken, 1)) {
    }
    if (!made) {
      value = 1;
      made = 1;
    }
    __sync_lock_release(&taken);
  }
  assert(value == 1);
  return 0;
}

int main(void) { RUN_BY_MANY(worker); }
