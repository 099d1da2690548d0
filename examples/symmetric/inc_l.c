// 1/INC-L: a counter that threads increment under a lock (after Java Concurrency in Practice, section 2.3). It stops at its last
// number. Afterwards it is above what each thread has found, since nobody makes it less.
//
// -DBUG: without the lock. Three threads are needed. Of two, one that has found 1 is after the other's only store, so nobody takes its 2 away, and
// who has found 0 leaves at least 1. Of three, the first finds 0, the second counts to 1, the third finds 1 and stores 2, and then the
// first stores 1, which is not above what the third has found.
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

#include "many.h"

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_uint value;

#ifdef BUG
#define LOCK()
#define UNLOCK()
#else
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#endif

void *increment(void *unused) {
  LOCK();
  unsigned old = value;
  if (old == UINT_MAX) {
    UNLOCK();
    return 0;
  }
  value = old + 1;
  UNLOCK();
  assert(value > old);
  return 0;
}

int main(void) { RUN_BY_MANY(increment); }
