/* Peterson's lock: each of two threads says that it wants in, then lets the other go first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void lock(int me) {
  atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
  atomic_store_explicit(&turn, 1 - me, memory_order_relaxed);
  while (atomic_load_explicit(&wants[1 - me], memory_order_relaxed) &&
         atomic_load_explicit(&turn, memory_order_relaxed) == 1 - me) {
  }
}

static void unlock(int me) { atomic_store_explicit(&wants[me], 0, memory_order_relaxed); }

static void *worker(void *number) {
  int me = number != 0;
  lock(me);
  inside++;
  assert(inside == 1);
  inside--;
  unlock(me);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, worker, &other);
  worker(0);
  pthread_join(other, 0);
}
