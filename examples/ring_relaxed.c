/* The queue of ring.c with a store that announces nothing: the item may not be there yet when its reader comes for it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int place;
atomic_int put;

void *producer(void *unused) {
  place = 10;
  atomic_store_explicit(&put, 1, memory_order_relaxed); /* memory_order_release makes it right */
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  while (atomic_load_explicit(&put, memory_order_acquire) == 0) {
  }
  assert(place == 10);
  pthread_join(thread, 0);
}
