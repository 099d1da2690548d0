// fencepost: verify --property unreach-call --model rc11 --engine cegar
// fencepost: verify --property unreach-call --model rc11 --engine cegar -DHAND=memory_order_relaxed
// fencepost: verify --property unreach-call --model rc11 --engine cegar -DTAKE=memory_order_relaxed
// fencepost: verify --property unreach-call --model rc11 --engine cegar -DTAKE=memory_order_relaxed -DFENCE
// Two threads hand a box to each other for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef HAND
#define HAND memory_order_release
#endif
#ifndef TAKE
#define TAKE memory_order_acquire
#endif

atomic_int turn;
int box;

void await(int whose) {
  while (atomic_load_explicit(&turn, TAKE) != whose) {
  }
#ifdef FENCE
  atomic_thread_fence(memory_order_acquire);
#endif
}

void *other(void *unused) {
  for (;;) {
    await(1);
    assert(box == 1);
    box = 0;
    atomic_store_explicit(&turn, 0, HAND);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  for (;;) {
    await(0);
    assert(box == 0);
    box = 1;
    atomic_store_explicit(&turn, 1, HAND);
  }
}
