// A store that waits, and nothing shared that predicates speak of: that the buffer of a thread which begins is empty is known all the same.
// fencepost: verify --engine symmetric --property unreach-call --model tso --threads 1
// fencepost: verify --engine symmetric --property unreach-call --model pso --threads 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

atomic_int turn;

void *worker(void *unused) {
  int seen = atomic_load_explicit(&turn, memory_order_relaxed);
  atomic_store_explicit(&turn, (seen + 1) & 3, memory_order_relaxed);
  seen = atomic_load_explicit(&turn, memory_order_relaxed);
  assert(seen < 2);
  return 0;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
  }
  return 0;
}
