// Peterson's lock; one thread takes it twice.
// All orders are relaxed; published.csv has those of the source, by the names in the comments.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;

static void lock(int me) {
  atomic_store_explicit(&wants[me], 1, memory_order_relaxed);        // want
  atomic_store_explicit(&turn, 1 - me, memory_order_relaxed);        // give turn
  while (atomic_load_explicit(&wants[1 - me], memory_order_relaxed)  // see other
         && atomic_load_explicit(&turn, memory_order_relaxed) == 1 - me)  // see turn
    ;
}

static void unlock(int me) {
  atomic_store_explicit(&wants[me], 0, memory_order_relaxed);  // release
}

static int data;

static void *first(void *unused) {
  lock(0);
  data = data + 1;
  unlock(0);
  lock(0);
  data = data + 1;
  unlock(0);
  return 0;
}

static void *second(void *unused) {
  lock(1);
  data = data + 1;
  unlock(1);
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(data == 3);
  return 0;
}
