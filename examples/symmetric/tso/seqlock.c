// A sequence lock: writers, one at a time, make the number odd, write two cells and make it even again; readers take what they have read if the number was
// even and has not changed. Loads keep their order and so do stores: under tso no fence is needed.
#include <assert.h>
#include <limits.h>

#include "../many.h"

volatile unsigned sequence;
volatile int left, right;

void *writer(void *unused) {
  unsigned old = sequence;
  if (old % 2 != 0 || old >= UINT_MAX - 1 || !__sync_bool_compare_and_swap(&sequence, old, old + 1)) return 0;
  int new = !left;
  left = new;
  right = new;
  sequence = old + 2;
  return 0;
}

void *reader(void *unused) {
  unsigned before = sequence;
  int one = left, other = right;
  if (before % 2 == 0 && sequence == before) assert(one == other);
  return 0;
}

void *worker(void *unused) { return __VERIFIER_nondet_bool() ? writer(0) : reader(0); }

int main(void) { RUN_BY_MANY(worker); }
