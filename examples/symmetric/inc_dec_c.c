// 4/INC-DEC-C: the counter of inc_dec_l.c, with compare-and-swap in the place of the lock.
//
// -DBUG: the flag is set after the counter was changed. Two threads are needed, as in inc_dec_l.c.
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

#include "many.h"

atomic_uint value;
atomic_bool incremented, decremented;

#ifdef BUG
#define BEFORE(statement)
#define AFTER(statement) statement
#else
#define BEFORE(statement) statement
#define AFTER(statement)
#endif

static _Bool replace(unsigned old, unsigned new) { return atomic_compare_exchange_strong(&value, &old, new); }

static void increment(void) {
  unsigned old;
  do {
    old = value;
    if (old == UINT_MAX) return;
    BEFORE(incremented = 1);
  } while (!replace(old, old + 1));
  AFTER(incremented = 1);
  assert(value > old || decremented);
}

static void decrement(void) {
  unsigned old;
  do {
    old = value;
    if (old == 0) return;
    BEFORE(decremented = 1);
  } while (!replace(old, old - 1));
  AFTER(decremented = 1);
  assert(value < old || incremented);
}

void *change(void *unused) {
  if (__VERIFIER_nondet_bool())
    increment();
  else
    decrement();
  return 0;
}

int main(void) { RUN_BY_MANY(change); }
