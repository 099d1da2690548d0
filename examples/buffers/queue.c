// A queue in an array without locks (Lamport, TOPLAS 5, 1983), for one thread that puts and one that takes. Positions have no bound. Memory
// safety: who takes never finds a place empty, whose null pointer it would follow, and who puts never finds one taken.
//
// It is right under sc and tso. -DFENCES=2: with the fences that it needs under pso, 3: one after every store. `fencepost fences` finds the
// first.
#include <assert.h>
#include <pthread.h>

#ifndef FENCES
#define FENCES 0
#endif
#define FENCE(least) (FENCES >= least ? __sync_synchronize() : (void)0)

#define PLACES 2
int thing;
int *volatile place[PLACES];
volatile unsigned head, tail;  // of those in between something is in the queue

void *producer(void *unused) {
  for (;;) {
    unsigned at = tail;
    if (at - head < PLACES) {
      place[at % PLACES] = &thing;
      FENCE(2);
      tail = at + 1;
      FENCE(3);
    }
  }
}

void *consumer(void *unused) {
  for (;;) {
    unsigned at = head;
    if (at != tail) {
      int taken = *place[at % PLACES];
      place[at % PLACES] = 0;
      FENCE(2);
      head = at + 1;
      FENCE(3);
    }
  }
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, producer, 0);
  consumer(0);
}
