// A ticket lock; two threads, one of which takes it twice.
// All orders are relaxed; published.csv has those of the source, by the names in the comments.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, owner;

static void lock(void) {
  int ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);  // take
  while (atomic_load_explicit(&owner, memory_order_relaxed) != ticket)     // wait
    ;
}

static void unlock(void) {
  int now = atomic_load_explicit(&owner, memory_order_relaxed);   // own
  atomic_store_explicit(&owner, now + 1, memory_order_relaxed);  // release
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
