// Cells of an array that are not initialised, read at a computed index: which of them are is a part of the state. READS: one that nobody has
// written may hold anything, also the second time. LATE: another thread writes it, and says so.
// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call --engine cegar -DREADS
// fencepost: verify --property unreach-call --engine cegar -DLATE
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

atomic_int ready;

void *fills(void *arg) {
  int *cell = arg;
  cell[3] = 3;
  ready = 1;
  return 0;
}

int main(void) {
  int cells[4];
  pthread_t id;
  for (int i = 1; i < 3; ++i) cells[i] = i;
  pthread_create(&id, 0, fills, cells);
  int at = __VERIFIER_nondet_int();
#if defined READS
  if (at >= 0 && at < 2 && cells[at] == 7 && cells[at] == 8) reach_error();
#elif defined LATE
  if (at >= 1 && at < 4 && ready && cells[at] != at) reach_error();
#else
  if (at >= 1 && at < 3 && cells[at] != at) reach_error();
#endif
  pthread_join(id, 0);
  return 0;
}
