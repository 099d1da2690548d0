// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model sc
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model tso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model pso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model ra
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model rc11
// What is produced is consumed before there is more, for ever; values come from outside.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);
atomic_int full, slot;
void *producer(void *u) {
  for (;;) {
    int v = __VERIFIER_nondet_int();
    if (v <= 0) continue;
    while (atomic_load(&full)) ;
    atomic_store(&slot, v);
    atomic_store(&full, 1);
  }
}
void *consumer(void *u) {
  for (;;) {
    while (!atomic_load(&full)) ;
    assert(atomic_load(&slot) > 0);
    atomic_store(&full, 0);
  }
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, producer, 0);
  pthread_create(&t, 0, consumer, 0);
}
