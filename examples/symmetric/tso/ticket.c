// A ticket lock. To draw is one update, as far as there are numbers; to serve the next one is a store, which leaves its buffer after what was
// stored under the lock. Under tso no fence is needed.
#include <assert.h>
#include <limits.h>

#include "../many.h"

volatile unsigned next, served;
volatile int inside;

void *worker(void *unused) {
  unsigned ticket;
  do {
    ticket = next;
    if (ticket == UINT_MAX) return 0;
  } while (!__sync_bool_compare_and_swap(&next, ticket, ticket + 1));
  while (served != ticket) {
  }
  inside = 1;
  assert(inside == 1);
  inside = 0;
  served = ticket + 1;
  return 0;
}

int main(void) { RUN_BY_MANY(worker); }
