// A spin lock that waits until the lock looks free and then tries to take it; two threads, one of which takes it twice.
// All orders are relaxed; published.csv has those of the source, by the names in the comments.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;

static void lock(void) {
  int expected;
  do {
    while (atomic_load_explicit(&taken, memory_order_relaxed) != 0)  // wait
      ;
    expected = 0;
  } while (!atomic_compare_exchange_strong_explicit(&taken, &expected, 1, memory_order_relaxed, memory_order_relaxed));  // take
}

static void unlock(void) {
  atomic_store_explicit(&taken, 0, memory_order_relaxed);  // release
}

static int data;

static void *first(void *unused) {
  lock();
  data = data + 1;
  unlock();
  lock();
  data = data + 1;
  unlock();
  return 0;
}

static void *second(void *unused) {
  lock();
  data = data + 1;
  unlock();
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
