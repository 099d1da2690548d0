// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call --engine cegar -DZEROED
// fencepost: verify --property unreach-call --engine cegar -DENDED
// fencepost: verify --property unreach-call --engine cegar -DOLD
// fencepost: verify --property unreach-call --engine cegar -DTRIES
// What becomes of an object that other threads get to know on one way through the program, on the others. The first: it is made on one
// way, and what it holds is known where the ways meet. ZEROED: the next one of a loop is all zeros (C11 7.22.3.2p2). ENDED: it ends before
// anybody knows it. OLD: others get a pointer to one that has ended, while the loop makes the next one. TRIES: all is well.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int *known;

void *other(void *unused) {
#if defined ZEROED || defined ENDED || defined TRIES
  int *it = known;
  if (it) *it = 5;
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
#if defined ZEROED
  int again = 0;
  while (__VERIFIER_nondet_int()) {
    int *it = calloc(1, sizeof *it);
    if (again) {
      known = it;
      assert(*it == 5);
      break;
    }
    *it = 5;
    again = 1;
    free(it);
  }
#elif defined ENDED
  int *it = malloc(sizeof *it);
  *it = 0;
  if (__VERIFIER_nondet_int()) {
    known = it;
  } else {
    free(it);
    *it = 1;
  }
#elif defined OLD
  int again = 0;
  while (__VERIFIER_nondet_int()) {
    int *it = malloc(sizeof *it);
    *it = 5;
    if (again) {
      *known = 7;
      assert(*it == 7);
    }
    free(it);
    known = it;
    again = 1;
  }
#elif defined TRIES
  while (__VERIFIER_nondet_int()) {
    int *it = malloc(sizeof *it);
    *it = 1;
    if (__VERIFIER_nondet_int()) {
      known = it;
      assert(*it == 1 || *it == 5);
      break;
    }
    free(it);
  }
  pthread_join(t, 0);
#else
  int *it = 0;
  if (__VERIFIER_nondet_int()) {
    it = malloc(sizeof *it);
    *it = 3;
    if (__VERIFIER_nondet_int()) {
      known = it;
      return 0;
    }
    *it = 4;
  }
  if (it) assert(*it == 3);
#endif
}
