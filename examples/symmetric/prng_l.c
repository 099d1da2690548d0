// 7/PRNG-L: a generator of pseudo-random numbers whose seed threads share under a lock (Java Concurrency in Practice, section 15.3). The seeds
// follow a linear congruence of full period (Press and others, Numerical Recipes, section 7.1), so no seed is followed by itself; the seed is what
// the thread has made of the one that it found as long as it has the lock; and the number is less than its limit.
//
// -DBUG: without the lock. Two threads are needed, since somebody else has to write the seed, and they suffice: the second takes the seed of
// the first further before that looks at it again.
#include <assert.h>
#include <stdatomic.h>

#include "many.h"

#define LIMIT 10u

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_uint seed = 1;

#ifdef BUG
#define LOCK()
#define UNLOCK()
#else
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#endif

static unsigned after(unsigned one) { return one * 1664525u + 1013904223u; }

void *draw(void *unused) {
  LOCK();
  unsigned old = seed;
  unsigned next = after(old);
  assert(next != old);
  seed = next;
  assert(seed == next);
  UNLOCK();
  unsigned number = next % LIMIT;
  assert(number < LIMIT);
  return 0;
}

int main(void) { RUN_BY_MANY(draw); }
