// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model tso
// The first thread may stand in its atomic section for ever, and others go on; the run that is shown does without it.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
int x, y;
void *waits(void *u) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(y == 1);
  x = 5;
  __VERIFIER_atomic_end();
  return u;
}
void *fails(void *u) {
  int a = x;
  y = 2;
  assert(a == 5);
  return u;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, waits, 0);
  pthread_create(&t, 0, fails, 0);
  return 0;
}
