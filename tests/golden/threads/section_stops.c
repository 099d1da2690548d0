// Nobody sees the middle of a section that does not come to its end: nobody goes on while it loops, and an assumption that fails ends all.
// fencepost: verify --property unreach-call -D ASSUMES
// fencepost: verify --property unreach-call -D ASSUMES --engine cegar
// fencepost: verify --property unreach-call -D ASSUMES --model pso
// fencepost: verify --property unreach-call -D FLAG
// fencepost: verify --property unreach-call -D SPINS
// fencepost: verify --property unreach-call -D SPINS --engine cegar
// fencepost: verify --property unreach-call -D ABORTS
// fencepost: verify --property unreach-call -D ENDS
// fencepost: verify --property unreach-call -D RETURNS
// fencepost: verify --property unreach-call -D ASSERTS
// fencepost: verify --property unreach-call -D LATER -D ASSUMES
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

atomic_int x, flag;

void *stops(void *unused) {
  __VERIFIER_atomic_begin();
  x = 1;
#if defined ASSUMES
  __VERIFIER_assume(0);
#elif defined FLAG
  __VERIFIER_assume(flag);
#elif defined SPINS
  while (!flag) {
  }
#elif defined ABORTS
  if (!flag) abort();
#elif defined ENDS
  pthread_exit(0);
#elif defined RETURNS
  return unused;
#elif defined ASSERTS
  assert(__VERIFIER_nondet_uint() != 123456789);
  __VERIFIER_assume(flag);
#endif
  x = 2;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, stops, 0);
#ifdef LATER
  flag = 1;
  x += 4;
  if (x == 4) reach_error();
#endif
  if (x == 1) reach_error();
  flag = 1;
}
