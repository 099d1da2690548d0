// fencepost: verify --property unreach-call
// fencepost: verify --property unreach-call --engine cegar --semantics naive
// fencepost: verify --property unreach-call --engine cegar --domain pred-split --search dfs --refinement bw-bin-itp
// fencepost: verify --property unreach-call --engine cegar --search err --refinement seq-itp
// fencepost: verify --property unreach-call --engine bounded
// fencepost: verify --property no-data-race --engine cegar
// fencepost: verify --property unreach-call --engine cegar -DTWICE
// fencepost: verify --model rc11 --engine cegar
// fencepost: verify --property unreach-call -DTWICE
// A spin lock that is taken and given for ever: no bound covers it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int inside;

void *worker(void *unused) {
  for (;;) {
    int expected = 0;
    while (!atomic_compare_exchange_strong(&lock, &expected, 1)) expected = 0;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&lock, 0);
#ifdef TWICE
    atomic_store(&lock, 0);
#endif
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
