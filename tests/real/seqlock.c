// A sequence lock: a reader takes what it read if the sequence was even and stays. BUG: the writer does not keep its data behind the
// odd sequence.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int a, b;

static void *writer(void *unused) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
#ifndef BUG
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&a, 1, memory_order_relaxed);
  atomic_store_explicit(&b, 1, memory_order_relaxed);
  atomic_store_explicit(&sequence, 2, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, writer, 0);
  unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  int x = atomic_load_explicit(&a, memory_order_relaxed), y = atomic_load_explicit(&b, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  if (before % 2 == 0 && atomic_load_explicit(&sequence, memory_order_relaxed) == before) assert(x == y);
  pthread_join(other, 0);
  return 0;
}
