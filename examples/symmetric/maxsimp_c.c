// 10/MAXSIMP-C: the maximum of maxsimp_l.c, with compare-and-swap in the place of the lock.
//
// -DBUG: the swap does not compare. Two threads are needed, as in maxsimp_l.c.
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

#include "many.h"

#define ELEMENTS 2  // for each thread

int __VERIFIER_nondet_int(void);

atomic_int maximum = INT_MIN;

static _Bool replace(int old, int new) {
#ifdef BUG
  maximum = new;
  return 1;
#else
  return atomic_compare_exchange_strong(&maximum, &old, new);
#endif
}

static void raise(int element) {
  for (;;) {
    int old = maximum;
    if (element <= old || replace(old, element)) return;
  }
}

void *find(void *unused) {
  for (int i = 0; i < ELEMENTS; ++i) {
    int element = __VERIFIER_nondet_int();
    raise(element);
    assert(maximum >= element);
  }
  return 0;
}

int main(void) { RUN_BY_MANY(find); }
