// fencepost: verify --property unreach-call --model rc11 --engine cegar
// fencepost: verify --property unreach-call --model rc11
// fencepost: verify --property unreach-call --model rc11 --engine cegar -DGIVE=memory_order_relaxed
// A lock that is looked at, without order, before it is taken.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef GIVE
#define GIVE memory_order_release
#endif

atomic_int lock;
int data;

void *worker(void *unused) {
  for (;;) {
    do {
      while (atomic_load_explicit(&lock, memory_order_relaxed)) {
      }
    } while (atomic_exchange_explicit(&lock, 1, memory_order_acquire));
    data++;
    assert(data == 1);
    data--;
    atomic_store_explicit(&lock, 0, GIVE);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
