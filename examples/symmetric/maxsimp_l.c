// 9/MAXSIMP-L: the maximum of an array, found by threads that share it under a lock: each takes its part of the array, element by element. The
// array is any, so that an element is any number. Afterwards the maximum is no less than the element.
//
// -DBUG: without the lock. Two threads are needed, since somebody has to take a maximum back, and they suffice: the first finds that its
// element is more, the second stores a greater one, and the first stores over it.
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

#include "many.h"

#define ELEMENTS 2  // for each thread

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
  for (int i = 0; i < ELEMENTS; ++i) {
    int element = __VERIFIER_nondet_int();
    LOCK();
    if (maximum < element) maximum = element;
    UNLOCK();
    assert(maximum >= element);
  }
  return 0;
}

int main(void) { RUN_BY_MANY(find); }
