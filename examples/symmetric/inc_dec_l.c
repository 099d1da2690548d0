// 3/INC-DEC-L: a counter that each thread increments or decrements under a lock, between 0 and its last number. Two flags say whether anybody
// has done the one and the other: without a decrement the counter is above what a thread has incremented, and the other way round. The
// counter is looked at before the flag, which is set before the counter is changed.
//
// -DBUG: the flag is set after the lock was given back. Two threads are needed, one that is surprised and one that surprises it: the first counts
// to 1, the second back to 0, and its flag is not yet set when the first looks.
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

#include "many.h"

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_uint value;
atomic_bool incremented, decremented;

#ifdef BUG
#define BEFORE(statement)
#define AFTER(statement) statement
#else
#define BEFORE(statement) statement
#define AFTER(statement)
#endif

static void increment(void) {
  pthread_mutex_lock(&lock);
  unsigned old = value;
  if (old == UINT_MAX) {
    pthread_mutex_unlock(&lock);
    return;
  }
  BEFORE(incremented = 1);
  value = old + 1;
  pthread_mutex_unlock(&lock);
  AFTER(incremented = 1);
  assert(value > old || decremented);
}

static void decrement(void) {
  pthread_mutex_lock(&lock);
  unsigned old = value;
  if (old == 0) {
    pthread_mutex_unlock(&lock);
    return;
  }
  BEFORE(decremented = 1);
  value = old - 1;
  pthread_mutex_unlock(&lock);
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
