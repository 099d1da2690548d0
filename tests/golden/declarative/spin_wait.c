// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model tso --domain expl
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model rc11
// A thread that waits for ever for two others: reads that repeat are forgotten, so that the loop converges, and nothing is unrolled.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int data, left, right;
void *sender(void *u) {
  atomic_store_explicit(&data, 7, memory_order_relaxed);
  atomic_store_explicit(&left, 1, memory_order_release);
  return u;
}
void *other(void *u) {
  atomic_store_explicit(&right, 1, memory_order_release);
  return u;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, sender, 0);
  pthread_create(&t, 0, other, 0);
  while (!atomic_load_explicit(&left, memory_order_acquire) || !atomic_load_explicit(&right, memory_order_acquire))
    ;
  assert(atomic_load_explicit(&data, memory_order_relaxed) == 7);
}
