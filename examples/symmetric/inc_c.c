// 2/INC-C: the counter of inc_l.c, with compare-and-swap in the place of the lock (Java Concurrency in Practice, section 15.2).
//
// -DBUG: the swap does not compare. As in inc_l.c three threads are needed.
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

#include "many.h"

atomic_uint value;

static _Bool replace(unsigned old, unsigned new) {
#ifdef BUG
  value = new;
  return 1;
#else
  return atomic_compare_exchange_strong(&value, &old, new);
#endif
}

void *increment(void *unused) {
  unsigned old;
  do {
    old = value;
    if (old == UINT_MAX) return 0;
  } while (!replace(old, old + 1));
  assert(value > old);
  return 0;
}

int main(void) { RUN_BY_MANY(increment); }
