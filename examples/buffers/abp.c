// The alternating bit protocol (Bartlett, Scantlebury, Wilkinson, CACM 12, 1969): a sender that is never ahead of its receiver by more than one
// message, though each of them only looks at one bit. The counters have no bound.
//
// It is right under sc and tso. -DFENCES=2: with the fences that it needs under pso, 3: one after every store. `fencepost fences` finds the
// first.
#include <assert.h>
#include <pthread.h>

#ifndef FENCES
#define FENCES 0
#endif
#define FENCE(least) (FENCES >= least ? __sync_synchronize() : (void)0)

volatile int message, acknowledged;
volatile unsigned sent;

void *sender(void *unused) {
  int bit = 0;
  for (;;) {
    if (acknowledged == bit) {
      bit = !bit;
      sent = sent + 1;
      FENCE(2);
      message = bit;
      FENCE(3);
    }
  }
}

void *receiver(void *unused) {
  int bit = 0;
  unsigned received = 0;
  for (;;) {
    if (message != bit) {
      bit = !bit;
      received = received + 1;
      unsigned seen = sent;
      assert(seen == received || seen == received + 1);
      acknowledged = bit;
      FENCE(3);
    }
  }
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, sender, 0);
  receiver(0);
}
