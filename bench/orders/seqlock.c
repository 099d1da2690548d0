// A sequence lock: one writer of two words, twice, and a reader that tries once.
// All orders are relaxed; published.csv has those of the source, by the names in the comments.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sequence, one, two;

static void write(int value) {
  int now = atomic_load_explicit(&sequence, memory_order_relaxed);     // own
  atomic_store_explicit(&sequence, now + 1, memory_order_relaxed);    // begin
  atomic_thread_fence(memory_order_relaxed);                          // after begin
  atomic_store_explicit(&one, value, memory_order_relaxed);           // first word
  atomic_store_explicit(&two, value, memory_order_relaxed);           // second word
  atomic_store_explicit(&sequence, now + 2, memory_order_relaxed);    // end
}

static void *first(void *unused) {
  write(1);
  write(2);
  return 0;
}

static void *second(void *unused) {
  int before = atomic_load_explicit(&sequence, memory_order_relaxed);  // look
  if (before % 2 == 0) {
    int a = atomic_load_explicit(&one, memory_order_relaxed);          // read first
    int b = atomic_load_explicit(&two, memory_order_relaxed);          // read second
    atomic_thread_fence(memory_order_relaxed);                         // before check
    if (atomic_load_explicit(&sequence, memory_order_relaxed) == before)  // check
      assert(a == b && a == before / 2);
  }
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(one == 2 && two == 2);
  return 0;
}
