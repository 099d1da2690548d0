/* A queue without locks, between one thread that puts and one that takes: a release tells an acquire that the item is there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef TELLS
#define TELLS memory_order_release
#endif
#define ITEMS 3
#define PLACES 2
int place[PLACES];
atomic_int put, taken; /* how many were, so far */

void *producer(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    while (i - atomic_load_explicit(&taken, memory_order_acquire) == PLACES) {
    }
    place[i % PLACES] = 10 + i;
    atomic_store_explicit(&put, i + 1, TELLS);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  for (int i = 0; i < ITEMS; i++) {
    while (atomic_load_explicit(&put, memory_order_acquire) == i) {
    }
    assert(place[i % PLACES] == 10 + i);
    atomic_store_explicit(&taken, i + 1, memory_order_release);
  }
  pthread_join(thread, 0);
}
