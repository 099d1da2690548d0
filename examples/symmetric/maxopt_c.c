// 12/MAXOPT-C: the maximum of maxopt_l.c, with compare-and-swap in the place of the lock.
//
// -DBUG: the swap does not compare. Two threads are needed, as in maxsimp_l.c.
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

#include "many.h"

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
  int own = INT_MIN;
  while (__VERIFIER_nondet_bool()) {
    int element = __VERIFIER_nondet_int();
    if (own < element) own = element;
    assert(own >= element);
  }
  raise(own);
  assert(maximum >= own);
  return 0;
}

int main(void) { RUN_BY_MANY(find); }
