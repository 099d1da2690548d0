// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model ra
// A lock that is free again and again while another thread stands still: under ra that thread may still read all that was written meanwhile,
// and nothing of it can be forgotten. No proof.
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
