// fencepost: verify --engine bounded --model sc
// fencepost: verify --engine bounded --model sc -DROUNDS=6 -DTOO_LARGE=4
// fencepost: verify --engine bounded --model sc -DROUNDS=6 -DAT_THE_END
// fencepost: verify --engine bounded --model sc -DROUNDS=100 -DUNUSED
// No run ends before the threads have handed over ROUNDS numbers. A bound shows something all the same if runs come to every
// check by then that any code calls for; not if a check waits at the end.
#include <assert.h>
#include <pthread.h>
#ifndef ROUNDS
#define ROUNDS 100
#endif
#ifndef TOO_LARGE
#define TOO_LARGE ROUNDS
#endif
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int slot, full;
void *giver(void *unused) {
  for (int i = 0; i < ROUNDS;) {
    pthread_mutex_lock(&lock);
    if (!full) {
      slot = i++;
      full = 1;
    }
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
#ifdef UNUSED
void never_called(int n) { assert(n == 3); }
#endif
int main(void) {
  pthread_t thread;
  int taken = 0;
  pthread_create(&thread, 0, giver, 0);
  while (taken < ROUNDS) {
    pthread_mutex_lock(&lock);
    if (full && __VERIFIER_nondet_int()) {
      assert(slot == taken && slot != TOO_LARGE);
      for (int i = 0; i < slot; ++i) assert(i < taken);
      ++taken;
      full = 0;
    }
    pthread_mutex_unlock(&lock);
  }
#ifdef AT_THE_END
  assert(taken != ROUNDS);
#endif
}
