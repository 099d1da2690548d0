// fencepost: verify --property unreach-call
// fencepost: verify --property unreach-call --engine cegar
// statistic: views.rounds > 0
// fencepost-text: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call --engine cegar -DTWICE
// fencepost: verify --property unreach-call -DTWICE
// fencepost: verify --property no-data-race --engine cegar
// Any number of threads and a spin lock: no bound covers it, and two of them have to be looked at together.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

atomic_int lock;
int inside;

void *worker(void *unused) {
  int expected = 0;
  while (!atomic_compare_exchange_strong(&lock, &expected, 1)) expected = 0;
  inside++;
  assert(inside == 1);
  inside--;
  atomic_store(&lock, 0);
#ifdef TWICE
  atomic_store(&lock, 0);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, 0);
}
