// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model sc
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model tso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model pso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model ra
// Peterson's algorithm in a loop with relaxed stores: a thread may pass while its own stores wait.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int want0, want1, turn, inside;
void *first(void *u) {
  for (;;) {
    atomic_store_explicit(&want0, 1, memory_order_relaxed);
    atomic_store_explicit(&turn, 1, memory_order_relaxed);
    while (atomic_load(&want1) && atomic_load(&turn) == 1) ;
    atomic_store(&inside, 1);
    assert(atomic_load(&inside) == 1);
    atomic_store_explicit(&want0, 0, memory_order_relaxed);
  }
}
void *second(void *u) {
  for (;;) {
    atomic_store_explicit(&want1, 1, memory_order_relaxed);
    atomic_store_explicit(&turn, 0, memory_order_relaxed);
    while (atomic_load(&want0) && atomic_load(&turn) == 0) ;
    atomic_store(&inside, 2);
    assert(atomic_load(&inside) == 2);
    atomic_store_explicit(&want1, 0, memory_order_relaxed);
  }
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
}
