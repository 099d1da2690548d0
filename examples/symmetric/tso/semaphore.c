// A semaphore for one of any number of threads, and beside it one that turns it off for good: who is inside is told by updates alone, but the one
// stores that it is off and looks whether anybody is inside, which needs a fence. Who has got in finds it on, unless it looks. -DNO_FENCE fails
// under tso with one thread of each kind.
#include <assert.h>

#include "../many.h"
#include "fence.h"

volatile int free_places = 1, off, memory = 1;

void *worker(void *unused) {
  while (!__sync_bool_compare_and_swap(&free_places, 1, 0)) {
  }
  if (!off) {
    assert(memory == 1);
  }
  __sync_fetch_and_add(&free_places, 1);
  return 0;
}

int main(void) {
  RUN_BY_MANY(worker);
  off = 1;
  FENCE();
  while (free_places == 0) {
  }
  memory = 0;
}
