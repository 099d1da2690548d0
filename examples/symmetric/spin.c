// 14/SPIN: the program by which Flanagan and Qadeer explain thread-modular model checking (SPIN 2003, section 1): under a lock each thread
// takes a shared variable to 0 and back to 1, and nobody who has the lock finds another value there.
//
// -DBUG: without the lock. Two threads are needed, since one alone finds what it has stored, and they suffice.
#include <assert.h>
#include <stdatomic.h>

#include "many.h"

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int x = 1;

#ifdef BUG
#define LOCK()
#define UNLOCK()
#else
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#endif

void *worker(void *unused) {
  LOCK();
  x = 0;
  x = 1;
  assert(x == 1);
  UNLOCK();
  return 0;
}

int main(void) { RUN_BY_MANY(worker); }
