// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model sc
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model tso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model pso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model rc11
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model sc
// Two threads take a lock by an exchange, for ever. All but the last write to each location is forgotten; with seq_cst accesses alone rc11 has
// one memory, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int lock, inside;
void *worker(void *u) {
  for (;;) {
    while (atomic_exchange(&lock, 1)) ;
    int before = atomic_load(&inside);
    atomic_store(&inside, before + 1);
    assert(atomic_load(&inside) == 1);
    atomic_store(&inside, 0);
    atomic_store(&lock, 0);
  }
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, worker, 0);
  pthread_create(&t, 0, worker, 0);
}
