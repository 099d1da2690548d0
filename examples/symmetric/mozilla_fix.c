// 23/MOZILLA-FIX: a thread that uses its own handle, which the thread that makes it stores (Lu, Park, Seo, Zhou, ASPLOS 2008, figure 2). In the fix the
// one holds a lock from before the other is made until the handle is stored, and the other one takes that lock before it looks.
//
// -DBUG: the mistake that was repaired, without the lock. Both threads are needed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_bool started;
atomic_int handle;  // 0: none

#ifdef BUG
#define LOCK()
#define UNLOCK()
#else
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#endif

static int create_thread(void) {
  started = 1;
  return 1;
}

void *init(void *unused) {
  LOCK();
  handle = create_thread();
  UNLOCK();
  return 0;
}

void *thread_main(void *unused) {
  while (!started) {
  }
  LOCK();
  UNLOCK();
  assert(handle != 0);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, init, 0);
  pthread_create(&b, 0, thread_main, 0);
}
