// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model sc
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model tso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model pso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model rc11
// Peterson's algorithm in a loop, with seq_cst accesses.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int want0, want1, turn, inside;
void *first(void *u) {
  for (;;) {
    atomic_store(&want0, 1);
    atomic_store(&turn, 1);
    while (atomic_load(&want1) && atomic_load(&turn) == 1) ;
    atomic_store(&inside, 1);
    assert(atomic_load(&inside) == 1);
    atomic_store(&want0, 0);
  }
}
void *second(void *u) {
  for (;;) {
    atomic_store(&want1, 1);
    atomic_store(&turn, 0);
    while (atomic_load(&want0) && atomic_load(&turn) == 0) ;
    atomic_store(&inside, 2);
    assert(atomic_load(&inside) == 2);
    atomic_store(&want1, 0);
  }
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
}
