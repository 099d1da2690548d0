// fencepost: verify --property unreach-call
// fencepost: verify --property unreach-call -DUNLOCKED
// A shared number is counted down and up: what may be in it is known before all of it has been counted through.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int inside;

void *worker(void *argument) {
  for (;;) {
#ifndef UNLOCKED
    while (atomic_exchange(&lock, 1)) {
    }
#endif
    inside++;
    inside = inside + -1;
    inside = inside + 1;
    assert(inside == 1);
    inside--;
    atomic_store(&lock, 0);
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  return 0;
}
