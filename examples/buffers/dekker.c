// Dekker's lock (Dijkstra, EWD 123, 1965) for two threads that never end: who finds that the other wants too steps back unless it is
// his turn. The lock protects `inside`: nobody else writes it in between.
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
  FENCE(1);
  while (wants[other]) {
    if (turn != me) {
      wants[me] = 0;
      FENCE(3);
      while (turn != me) {
      }
      wants[me] = 1;
      FENCE(1);
    }
  }
}

static void leave(int me, int other) {
  turn = other;
  FENCE(3);
  wants[me] = 0;
  FENCE(3);
}

void *first(void *unused) {
  for (;;) {
    enter(0, 1);
    critical_section(0);
    leave(0, 1);
  }
}

void *second(void *unused) {
  for (;;) {
    enter(1, 0);
    critical_section(1);
    leave(1, 0);
  }
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  second(0);
}
