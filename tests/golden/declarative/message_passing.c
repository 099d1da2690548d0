// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model tso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model rc11
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model ra
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model pso
// A message by release and acquire: whoever sees the flag sees what was written before it. The lock around the last look is an update.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int data, flag;
void *sender(void *u) {
  atomic_store_explicit(&data, 7, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_release);
  return u;
}
void *receiver(void *u) {
  if (atomic_load_explicit(&flag, memory_order_acquire) == 1)
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 7);
  return u;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, sender, 0);
  pthread_create(&t, 0, receiver, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
