// Lamport's bakery (CACM 17, 1974) for two threads that never end. Numbers have no bound but that of their type, where drawing
// stops. The lock protects `inside`: nobody else writes it in between.
//
// It is right under sc. -DFENCES=1: with the fences that it needs under tso, 2: under pso, 3: one after every store. `fencepost fences` finds the
// first two.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

#ifndef FENCES
#define FENCES 0
#endif
#define FENCE(least) (FENCES >= least ? __sync_synchronize() : (void)0)

void __VERIFIER_assume(int);
volatile int draws[2], inside;
volatile int number[2];  // 0: wants nothing

static void critical_section(int me) {
  inside = me;
  assert(inside == me);
  FENCE(2);
}

static void enter(int me, int other) {
  draws[me] = 1;
  FENCE(1);
  int mine = number[other];
  __VERIFIER_assume(mine < INT_MAX);
  ++mine;
  number[me] = mine;
  FENCE(1);
  draws[me] = 0;
  FENCE(3);
  while (draws[other]) {
  }
  for (;;) {
    int theirs = number[other];
    if (theirs == 0) break;
    if (me < other ? mine <= theirs : mine < theirs) break;
  }
}

static void leave(int me) {
  number[me] = 0;
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
