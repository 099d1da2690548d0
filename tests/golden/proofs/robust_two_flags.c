// fencepost: verify --property unreach-call --model rc11 --engine cegar
// fencepost: verify --property unreach-call --model rc11 --engine cegar -DSAY=memory_order_relaxed
// Two flags: each is taken back without order by who has waited for it, and everybody sees the last value all the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef SAY
#define SAY memory_order_release
#endif

atomic_int full, empty;
int box;

void *taker(void *unused) {
  for (;;) {
    while (!atomic_load_explicit(&full, memory_order_acquire)) {
    }
    atomic_store_explicit(&full, 0, memory_order_relaxed);
    assert(box == 1);
    box = 0;
    atomic_store_explicit(&empty, 1, SAY);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  atomic_store_explicit(&empty, 1, memory_order_relaxed);
  pthread_create(&thread, 0, taker, 0);
  for (;;) {
    while (!atomic_load_explicit(&empty, memory_order_acquire)) {
    }
    atomic_store_explicit(&empty, 0, memory_order_relaxed);
    assert(box == 0);
    box = 1;
    atomic_store_explicit(&full, 1, SAY);
  }
}
