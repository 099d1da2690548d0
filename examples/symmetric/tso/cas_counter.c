// A counter that is incremented by compare-and-swap, up to its last number. Afterwards it is above what each thread has found. Updates wait for no
// buffer: under tso no fence is needed.
#include <assert.h>
#include <limits.h>

#include "../many.h"

volatile unsigned value;

void *increment(void *unused) {
  unsigned old;
  do {
    old = value;
    if (old == UINT_MAX) return 0;
  } while (!__sync_bool_compare_and_swap(&value, old, old + 1));
  assert(value > old);
  return 0;
}

int main(void) { RUN_BY_MANY(increment); }
