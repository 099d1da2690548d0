// Peterson's lock (Information Processing Letters 12, 1981) for two threads that never end. The lock protects
// `inside`: nobody else writes it in between.
//
// It is right under sc. -DFENCES=1: with the fences that it needs under tso, 2: under pso, 3: one after every store. `fencepost fences` finds the
// first two.
#include <assert.h>
#include <pthread.h>

#ifndef FENCES
#define FENCES 0
#endif
#define FENCE(least) (FENCES >= least ? __sync_synchronize() : (void)0)

volatile int wants[2], turn, inside;

static void critical_section(int me) {
  inside = me;
  assert(inside == me);
  FENCE(2);
}

static void enter(int me, int other) {
  wants[me] = 1;
  FENCE(2);
  turn = other;
  FENCE(1);
  while (wants[other] && turn == other) {
  }
}

static void leave(int me) {
  wants[me] = 0;
  FENCE(3);
}

void *first(void *unused) {
  for (;;) {
    enter(0, 1);
    critical_section(0);
    leave(0);
  }
}

void *second(void *unused) {
  for (;;) {
    enter(1, 0);
    critical_section(1);
    leave(1);
  }
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  second(0);
}
