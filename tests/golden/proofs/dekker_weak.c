// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model tso -DUNFENCED
// Dekker's lock for ever: who wants and finds that the other wants too steps back unless it is his turn. Each time that one says to want,
// a full fence has to follow.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2], turn;
int inside;

static void want(int self) {
  atomic_store_explicit(&wants[self], 1, memory_order_relaxed);
#ifndef UNFENCED
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

void *worker(void *argument) {
  int self = argument != 0, other = !self;
  for (;;) {
    want(self);
    while (atomic_load_explicit(&wants[other], memory_order_acquire)) {
      if (atomic_load_explicit(&turn, memory_order_relaxed) != self) {
        atomic_store_explicit(&wants[self], 0, memory_order_relaxed);
        while (atomic_load_explicit(&turn, memory_order_relaxed) != self) {
        }
        want(self);
      }
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store_explicit(&turn, other, memory_order_release);
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
