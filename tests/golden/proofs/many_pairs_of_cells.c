// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call --engine cegar -DEVEN
// Any number of threads take two cells each from an array, under a lock, as long as there are any. That the second one is a cell
// rests on the number that they count being odd.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

#define CELLS 33
int cell[CELLS];
#ifndef EVEN
int next = 1;
#else
int next = 0;
#endif
atomic_int lock;

void *taker(void *unused) {
  int mine = -1;
  while (atomic_exchange(&lock, 1)) {}
  if (next < CELLS) {
    mine = next;
    next += 2;
  }
  atomic_store(&lock, 0);
  if (mine != -1) {
    assert(mine + 1 < CELLS);
    cell[mine] = 1;
    cell[mine + 1] = 2;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, taker, 0);
}
