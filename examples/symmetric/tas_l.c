// 5/TAS-L: a lock that is taken by test-and-set (Mellor-Crummey, Scott, TOCS 9, 1991, section 2.1), for threads that use it again and again.
// It protects `inside`: nobody else writes it in between.
//
// -DBUG: to test and to set are two steps. Two threads are needed to be inside together, and they suffice: both test, then both set.
#include <assert.h>
#include <stdatomic.h>

#include "many.h"

atomic_bool taken;
atomic_int inside;

static _Bool test_and_set(void) {
#ifdef BUG
  _Bool was = taken;
  taken = 1;
  return was;
#else
  return atomic_exchange(&taken, 1);
#endif
}

static void critical_section(void) {
  inside = 1;
  assert(inside == 1);
  inside = 0;
}

void *worker(void *unused) {
  while (__VERIFIER_nondet_bool()) {
    while (test_and_set()) {
    }
    critical_section();
    taken = 0;
  }
  return 0;
}

int main(void) { RUN_BY_MANY(worker); }
