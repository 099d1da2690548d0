// fencepost: verify --property unreach-call --model rc11 --engine cegar
// fencepost: verify --property unreach-call --model rc11 --engine cegar -DGIVE=memory_order_relaxed
// fencepost: verify --property unreach-call --model rc11 --engine cegar -DTAKE=memory_order_relaxed
// fencepost: verify --property unreach-call --model rc11 --engine cegar -DEAGER
// A lock that is taken and given for ever, and the plain data that it protects. All its runs are interleavings, because who takes it
// acquires what who gave it has released; with anything less that is not so, and without a lock it is wrong anyhow.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef TAKE
#define TAKE memory_order_acquire
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif

atomic_int lock;
int data;

void *worker(void *unused) {
  for (;;) {
#ifndef EAGER
    while (atomic_exchange_explicit(&lock, 1, TAKE)) {
    }
#endif
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
