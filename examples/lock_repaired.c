/* Peterson's lock, repaired: sequentially consistent accesses, which no store buffer delays. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void lock(int me) {
  atomic_store(&wants[me], 1);
  atomic_store(&turn, 1 - me);
  while (atomic_load(&wants[1 - me]) && atomic_load(&turn) == 1 - me) {
  }
}

static void unlock(int me) { atomic_store(&wants[me], 0); }

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
