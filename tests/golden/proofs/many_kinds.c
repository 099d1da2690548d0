// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call --engine cegar -DLOOP
// fencepost: verify --property unreach-call --engine cegar -DNUMBERS
// Any number of threads of two kinds, one of which makes the other; an atomic section that loops; and a number that grows to a limit.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int odd, even, stopped;

void *second(void *unused) {
  __VERIFIER_atomic_begin();
  odd = 1 - odd;
  even = 1 - even;
#ifdef LOOP
  while (__VERIFIER_nondet_int()) odd = 1 - odd, even = 1 - even;
#endif
  __VERIFIER_atomic_end();
  return unused;
}

void *first(void *unused) {
  pthread_t t;
  pthread_create(&t, 0, second, 0);
  __VERIFIER_atomic_begin();
  assert(odd == even);
  __VERIFIER_atomic_end();
#ifdef NUMBERS
  assert(stopped < 3);
  __VERIFIER_atomic_begin();
  if (stopped < 2) stopped += 1;
  __VERIFIER_atomic_end();
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, first, 0);
}
