// A list that is read while an element is replaced: who replaced it waits until the reader is outside of its section, and frees it. BUG: it
// does not wait.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct element {
  int value;
};
static struct element *_Atomic list;
static atomic_int is_reading;

static void *reader(void *unused) {
  atomic_store_explicit(&is_reading, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  struct element *seen = atomic_load_explicit(&list, memory_order_acquire);
  assert(seen->value == 1 || seen->value == 2);
  atomic_store_explicit(&is_reading, 0, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t other;
  struct element *old = malloc(sizeof *old), *fresh = malloc(sizeof *fresh);
  old->value = 1;
  atomic_init(&list, old);
  pthread_create(&other, 0, reader, 0);
  fresh->value = 2;
  atomic_store_explicit(&list, fresh, memory_order_release);
#ifndef BUG
  atomic_thread_fence(memory_order_seq_cst);
  while (atomic_load_explicit(&is_reading, memory_order_acquire)) {
  }
#endif
  free(old);
  pthread_join(other, 0);
  free(fresh);
  return 0;
}
