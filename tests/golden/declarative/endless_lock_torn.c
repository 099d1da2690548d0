// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model sc
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model tso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model ra
// To look at a lock, and then to take it, is no lock, however often it is done.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int lock, inside;
void *worker(void *u) {
  for (;;) {
    while (atomic_load(&lock)) ; atomic_store(&lock, 1);
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
