// Szymanski's lock (ICS 1988) for two threads that never end: a waiting room whose door is shut behind those who are in it. The lock protects
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

// 0: elsewhere, 1: wants to enter, 2: waits for others, 3: in the doorway, 4: the door is shut.
volatile int at[2], inside;

static void critical_section(int me) {
  inside = me;
  assert(inside == me);
  FENCE(2);
}

static void enter(int me, int other) {
  at[me] = 1;
  FENCE(1);
  while (at[other] >= 3) {
  }
  at[me] = 3;
  FENCE(1);
  if (at[other] == 1) {
    at[me] = 2;
    FENCE(3);
    while (at[other] != 4) {
    }
  }
  at[me] = 4;
  FENCE(3);
  if (me > other)
    while (at[other] >= 2) {
    }
}

static void leave(int me, int other) {
  if (me < other)
    for (;;) {
      int seen = at[other];
      if (seen != 2 && seen != 3) break;
    }
  at[me] = 0;
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
