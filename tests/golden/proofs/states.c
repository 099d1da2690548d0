// Two threads add to each other's number: how far they get depends on every step before, so that no few predicates tell. All states are looked
// at one by one. What they begin with is chosen, copied and then asked for: that the copies hold the same value is known before the value.
// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call --engine cegar -DMOST=20
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

#ifndef MOST
#define MOST 21
#endif
enum { STEPS = 3 };

int i, j;

void *left(void *arg) {
  for (int k = 0; k < STEPS; ++k) i += j;
  return 0;
}

void *right(void *arg) {
  for (int k = 0; k < STEPS; ++k) j += i;
  return 0;
}

int main(void) {
  pthread_t a, b;
  i = __VERIFIER_nondet_int();
  j = i;
  if (j != 1) abort();
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (i > MOST || j > MOST) reach_error();
  return 0;
}
