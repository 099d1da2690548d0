// The deque of Chase and Lev with a fixed array: the owner puts three values in and takes what is left, a thief tries to steal twice.
// All orders are relaxed; published.csv has those of the source, by the names in the comments.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { empty = 0 };
static atomic_int top, bottom, ring[2];

static int push(int value) {
  int end = atomic_load_explicit(&bottom, memory_order_relaxed);           // own bottom
  int begin = atomic_load_explicit(&top, memory_order_relaxed);            // see top
  if (end - begin >= 2) return 0;
  atomic_store_explicit(&ring[end % 2], value, memory_order_relaxed);      // put
  atomic_thread_fence(memory_order_relaxed);                               // before push
  atomic_store_explicit(&bottom, end + 1, memory_order_relaxed);           // push
  return 1;
}

static int take(void) {
  int end = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;       // own end
  atomic_store_explicit(&bottom, end, memory_order_relaxed);               // claim
  atomic_thread_fence(memory_order_relaxed);                               // after claim
  int begin = atomic_load_explicit(&top, memory_order_relaxed);            // see thieves
  int value = empty;
  if (begin <= end) {
    value = atomic_load_explicit(&ring[end % 2], memory_order_relaxed);    // get
    if (begin == end) {
      if (!atomic_compare_exchange_strong_explicit(&top, &begin, begin + 1, memory_order_relaxed, memory_order_relaxed))  // take last
        value = empty;
      atomic_store_explicit(&bottom, end + 1, memory_order_relaxed);       // restore
    }
  } else {
    atomic_store_explicit(&bottom, end + 1, memory_order_relaxed);         // restore empty
  }
  return value;
}

static int steal(void) {
  int begin = atomic_load_explicit(&top, memory_order_relaxed);            // look
  atomic_thread_fence(memory_order_relaxed);                               // after look
  int end = atomic_load_explicit(&bottom, memory_order_relaxed);           // see bottom
  if (begin >= end) return empty;
  int value = atomic_load_explicit(&ring[begin % 2], memory_order_relaxed);  // read
  if (!atomic_compare_exchange_strong_explicit(&top, &begin, begin + 1, memory_order_relaxed, memory_order_relaxed))  // steal
    return empty;
  return value;
}

static int taken, stolen;

static void *first(void *unused) {
  push(1);
  push(10);
  taken += take();
  push(100);
  taken += take();
  taken += take();
  return 0;
}

static void *second(void *unused) {
  stolen += steal();
  stolen += steal();
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(taken + stolen == 111);
  return 0;
}
