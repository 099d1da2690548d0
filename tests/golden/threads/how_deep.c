// How far loops are unrolled by themselves: constant ones in full, others deeper while that is easy, and never so little that
// no run comes to its end.
// fencepost: verify --engine bounded
// fencepost: verify --engine bounded -DBUG
// fencepost: verify --engine bounded -DCONSTANT
// fencepost: verify --engine bounded -DCONSTANT -DBUG
// fencepost: verify --engine bounded -DCONSTANT -DBUG -DEXITS
// fencepost: verify --engine bounded -DAT_LEAST_5 -DBUG
// fencepost: verify --engine bounded -DSERVER
// fencepost: verify --engine bounded -DSERVER -DCHECKED
// fencepost: verify --engine bounded --unwind 3 -DCONSTANT
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
atomic_int x;
void* worker(void* arg) {
#ifdef CONSTANT
  for (int i = 0; i < 12; i++) x++;
#elif defined(AT_LEAST_5)
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 5);
  for (int i = 0; i < n; i++) x = i + 1;
#elif defined(SERVER)
  for (;;) {
    x ^= 1;
#ifdef CHECKED
    assert(x < 2);
#endif
  }
#else
  while (__VERIFIER_nondet_int()) x ^= 1;
#endif
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
#ifdef EXITS
  for (int i = 0; i < 12; i++) x ^= 64;
  pthread_join(a, 0);
  assert(x != 12);
  exit(0);
#endif
#ifndef SERVER
  pthread_join(a, 0);
#endif
#if defined(CONSTANT)
  assert(x == 12
#ifdef BUG
             + 1
#endif
  );
#elif defined(AT_LEAST_5)
  assert(x != 5);
#else
  assert(x < 2
#ifdef BUG
             - 1
#endif
  );
#endif
}
