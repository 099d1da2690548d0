// fencepost: verify --property unreach-call --engine cegar
// statistic: facts.settled = 2
// statistic: cegar.iterations < 5
// That two counters keep equal is found by refinement. That indices stay inside of arrays is known before it begins, from intervals: each
// would be a round of its own.
#include <assert.h>
#include <pthread.h>

int cells[40], others[30];
unsigned writes, seen;

void *worker(void *unused) {
  int here = 0, there = 29;
  for (;;) {
    cells[here] = 1;
    others[there] = 1;
    here = here == 39 ? 0 : here + 1;
    there = there == 0 ? 29 : there - 1;
    writes++;
    seen++;
    assert(writes == seen);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
}
