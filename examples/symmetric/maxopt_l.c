// 11/MAXOPT-L: the maximum of maxsimp_l.c with less said between threads: each finds the maximum of its part first, of whatever length, and then
// asks for the lock once.
//
// -DBUG: without the lock. Two threads are needed, as in maxsimp_l.c.
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

#include "many.h"

int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int maximum = INT_MIN;

#ifdef BUG
#define LOCK()
#define UNLOCK()
#else
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#endif

void *find(void *unused) {
  int own = INT_MIN;
  while (__VERIFIER_nondet_bool()) {
    int element = __VERIFIER_nondet_int();
    if (own < element) own = element;
    assert(own >= element);
  }
  LOCK();
  if (maximum < own) maximum = own;
  UNLOCK();
  assert(maximum >= own);
  return 0;
}

int main(void) { RUN_BY_MANY(find); }
