// Peterson's lock between one thread and all the others, which take a lock of their own first, so that one of them at a time plays the second part. Each
// says that it wants to enter and whose turn it is, and then looks at the other: the look must not be before the stores, so both parts need a
// fence. -DNO_FENCE fails under tso with one thread of each kind.
#include <assert.h>

#include "../many.h"
#include "fence.h"

volatile int one_wants, others_want, turn;  // turn 0: of the one
volatile int taken;                          // by one of the others
volatile int inside;

static void critical_section(void) {
  inside = 1;
  assert(inside == 1);
  inside = 0;
}

void *other(void *unused) {
  while (__sync_lock_test_and_set(&taken, 1)) {
  }
  others_want = 1;
  turn = 0;
  FENCE();
  while (one_wants && turn == 0) {
  }
  critical_section();
  others_want = 0;
  __sync_lock_release(&taken);
  return 0;
}

int main(void) {
  RUN_BY_MANY(other);
  one_wants = 1;
  turn = 1;
  FENCE();
  while (others_want && turn == 1) {
  }
  critical_section();
  one_wants = 0;
}
