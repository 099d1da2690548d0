// Two threads that take a spin lock again and again: what a plain read takes happens before it (5.1.2.4p19), and c11 has it
// as an axiom. With a lock that is given up by a relaxed store nothing orders the two.
// fencepost: verify --model c11 --unwind 1
// fencepost: verify --model rc11 --unwind 1
// fencepost: verify --model c11 --unwind 1 -D GIVE_UP=memory_order_relaxed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef GIVE_UP
#define GIVE_UP memory_order_release
#endif

atomic_int lock;
int inside;

void *work(void *unused) {
  for (;;) {
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store_explicit(&lock, 0, GIVE_UP);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  return 0;
}
