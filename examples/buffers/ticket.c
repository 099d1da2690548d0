// A ticket lock (Andrews, Concurrent Programming, 1991) for two threads that never end. Tickets have no bound: where they wrap around, the
// order of two of them stays what it is. The lock protects `inside`: nobody else writes it in between.
//
// It is right under sc and tso. -DFENCES=2: with the fences that it needs under pso, 3: one after every store. `fencepost fences` finds the
// first.
#include <assert.h>
#include <pthread.h>

#ifndef FENCES
#define FENCES 0
#endif
#define FENCE(least) (FENCES >= least ? __sync_synchronize() : (void)0)

volatile unsigned next, served;
volatile int inside;

static void critical_section(int me) {
  inside = me;
  assert(inside == me);
  FENCE(2);
}

static unsigned enter(void) {
  unsigned mine = __sync_fetch_and_add(&next, 1);
  while (served != mine) {
  }
  return mine;
}

static void leave(unsigned mine) {
  served = mine + 1;
  FENCE(3);
}

void *first(void *unused) {
  for (;;) {
    unsigned mine = enter();
    critical_section(0);
    leave(mine);
  }
}

void *second(void *unused) {
  for (;;) {
    unsigned mine = enter();
    critical_section(1);
    leave(mine);
  }
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  second(0);
}
