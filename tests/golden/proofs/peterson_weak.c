// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model tso --engine cegar
// fencepost: verify --property unreach-call --model tso -DUNFENCED
// fencepost: verify --property unreach-call --model tso -DUNFENCED --engine cegar
// fencepost: verify --property unreach-call --model tso -DUNORDERED
// fencepost: verify --property unreach-call --model pso -DUNORDERED
// Peterson's lock for ever, with no more order than it needs: a full fence between its stores and its loads, and, where stores pass each
// other, one store behind another.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2], turn;
int inside;

#ifdef UNORDERED
#define BEHIND memory_order_relaxed
#else
#define BEHIND memory_order_release
#endif

void *worker(void *argument) {
  int self = argument != 0, other = !self;
  for (;;) {
    atomic_store_explicit(&wants[self], 1, memory_order_relaxed);
    atomic_store_explicit(&turn, other, BEHIND);
#ifndef UNFENCED
    atomic_thread_fence(memory_order_seq_cst);
#endif
    while (atomic_load_explicit(&wants[other], memory_order_acquire) &&
           atomic_load_explicit(&turn, memory_order_acquire) == other) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store_explicit(&wants[self], 0, memory_order_release);
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, &a);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
