// fencepost: verify --property unreach-call --engine cegar
// statistic: facts.settled = 2
// statistic: views.rounds = 0
// fencepost-text: verify --property unreach-call --engine cegar --log steps
// fencepost: verify --property unreach-call -DBEYOND
// Intervals alone tell that indices stay inside: what each thread knows of itself, and the values that others write.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
int cells[3];
int next;

void *worker(void *unused) {
  for (;;) {
    int here = next;
    assert(here >= 0 && here < 3);
    cells[here] = 1;
#ifdef BEYOND
    next = here + 1;
#else
    next = here < 2 ? here + 1 : 0;
#endif
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_uint()) pthread_create(&thread, 0, worker, 0);
}
