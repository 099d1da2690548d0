// fencepost: verify --engine buffers --model tso --property unreach-call
// fencepost: verify --engine buffers --model pso --property unreach-call
// fencepost: verify --engine buffers --model sc --property unreach-call -DATOMIC
// fencepost: verify --engine buffers --model pso --property unreach-call --predicates buffers/figure_3.predicates
// The unsoundness example (seed 001, figures 3 and 4): a Boolean program that had store buffers of its own would miss that both are 1 in the
// end, as X == Y is a predicate of which each thread flushes another value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
#ifndef ATOMIC  // the statements of the figure are, under sc
#define __VERIFIER_atomic_begin()
#define __VERIFIER_atomic_end()
#endif
atomic_int x, y;

static void *one(void *unused) {
  __VERIFIER_atomic_begin();
  atomic_store_explicit(&x, atomic_load_explicit(&y, memory_order_relaxed) + 1, memory_order_relaxed);
  __VERIFIER_atomic_end();
  atomic_thread_fence(memory_order_seq_cst);
  return 0;
}

static void *other(void *unused) {
  __VERIFIER_atomic_begin();
  atomic_store_explicit(&y, atomic_load_explicit(&x, memory_order_relaxed) + 1, memory_order_relaxed);
  __VERIFIER_atomic_end();
  atomic_thread_fence(memory_order_seq_cst);
  int last = atomic_load_explicit(&x, memory_order_relaxed);
  assert(last != atomic_load_explicit(&y, memory_order_relaxed));
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, 0);
}
