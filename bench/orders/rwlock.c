// The reader-writer lock that Linux had on x86: the lock counts down from a bias. A writer, a reader, and a writer that tries.
// All orders are relaxed; published.csv has those of the source, by the names in the comments.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { bias = 100 };
static atomic_int count = bias;

static void read_lock(void) {
  while (atomic_fetch_sub_explicit(&count, 1, memory_order_relaxed) <= 0) {         // read
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);                     // take back
    while (atomic_load_explicit(&count, memory_order_relaxed) <= 0)                 // await writer
      ;
  }
}

static void read_unlock(void) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);                       // read end
}

static void write_lock(void) {
  while (atomic_fetch_sub_explicit(&count, bias, memory_order_relaxed) != bias) {   // write
    atomic_fetch_add_explicit(&count, bias, memory_order_relaxed);                  // give back
    while (atomic_load_explicit(&count, memory_order_relaxed) != bias)              // await all
      ;
  }
}

static void write_unlock(void) {
  atomic_fetch_add_explicit(&count, bias, memory_order_relaxed);                    // write end
}

static int data;

static void *first(void *unused) {
  write_lock();
  data = data + 1;
  write_unlock();
  read_lock();
  assert(data >= 1);
  read_unlock();
  return 0;
}

static void *second(void *unused) {
  write_lock();
  data = data + 1;
  write_unlock();
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(data == 2);
  return 0;
}
