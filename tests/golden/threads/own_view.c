// What nobody else writes a thread knows from its own writes and from what was there when it was made; what nobody reads does not
// matter, wherever it is written. Both end where somebody else writes, or reads.
// fencepost: verify --model sc
// statistic: bounded.reads-from = 0
// fencepost: verify --model tso
// statistic: bounded.reads-from = 0
// fencepost: verify --model pso
// statistic: bounded.reads-from = 0
// fencepost: verify --model pso -DLATE
// statistic: bounded.reads-from > 0
// fencepost: verify --model sc -DREAD_LOG
// fencepost: verify --model sc -DSECOND_WRITER
// statistic: bounded.reads-from > 0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int made = 5, progress, flag, total;
int* trace;  // of a size that is not known
unsigned at;
extern unsigned __VERIFIER_nondet_uint(void);
void* child(void* arg) {
  trace[at] = 2;
  assert(made == 7);  // what the parent wrote before
  made = 8;
  return 0;
}
void* work(void* arg) {
  pthread_t next;
  assert(made == 5 && progress == 0);
  made = 6;
  for (int i = 0; i < 3; ++i) {
    trace[at] = i;
    ++progress;
    assert(progress == i + 1);
  }
  flag = 1;
  made = 7;
  pthread_create(&next, 0, child, 0);
#ifdef LATE
  assert(flag + progress == 4);
#endif
  return 0;
}
#ifdef SECOND_WRITER
void* other(void* arg) {
  progress = 9;
  return 0;
}
#endif
int main(void) {
  pthread_t worker, second;
  unsigned size = __VERIFIER_nondet_uint();
  at = __VERIFIER_nondet_uint();
  if (at >= size) return 0;
  trace = malloc((size_t)size * sizeof *trace);
  if (trace == 0) return 0;
  pthread_create(&worker, 0, work, 0);
#ifdef SECOND_WRITER
  pthread_create(&second, 0, other, 0);
#endif
  trace[at] = 4;
  if (flag == 1) {
#ifdef LATE
    assert(progress == 3);  // under pso the flag may get here first
#else
    assert(progress >= 0 && progress <= 3);
#endif
  }
#ifdef READ_LOG
  assert(trace[at] == 4);
#endif
  return 0;
}
