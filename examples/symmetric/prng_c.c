// 8/PRNG-C: the generator of prng_l.c, with compare-and-swap in the place of the lock. No seed is followed by itself, which is said of the seed
// with which the swap has succeeded, and the number is less than its limit.
#include <assert.h>
#include <stdatomic.h>

#include "many.h"

#define LIMIT 10u

atomic_uint seed = 1;

static unsigned after(unsigned one) { return one * 1664525u + 1013904223u; }

static _Bool replace(unsigned old, unsigned new) { return atomic_compare_exchange_strong(&seed, &old, new); }

void *draw(void *unused) {
  unsigned old, next;
  do {
    old = seed;
    next = after(old);
  } while (!replace(old, next));
  assert(next != old);
  unsigned number = next % LIMIT;
  assert(number < LIMIT);
  return 0;
}

int main(void) { RUN_BY_MANY(draw); }
