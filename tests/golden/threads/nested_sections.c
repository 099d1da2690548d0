// A section inside a section is a part of it: nobody sees x == 1 before the outermost one ends.
// fencepost: verify --property unreach-call -DCASE=1
// fencepost: verify --property unreach-call -DCASE=2
// fencepost: verify --property unreach-call -DCASE=3
// fencepost: verify --property unreach-call -DCASE=4
// fencepost: verify --property unreach-call -DCASE=5
// fencepost: verify --property unreach-call -DCASE=6
// fencepost: verify --property unreach-call -DCASE=7
// fencepost: verify --property unreach-call -DCASE=8
// fencepost: verify --property unreach-call -DCASE=9
// fencepost: verify --property unreach-call --model tso -DCASE=1
// fencepost: verify --property unreach-call --engine cegar -DCASE=1
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);

int x, y;

void __VERIFIER_atomic_inner(void) { y = y + 1; }
void __VERIFIER_atomic_outer(void) {
  x = 1;
  __VERIFIER_atomic_inner();
  x = 0;
}
void lock_all(void) { __VERIFIER_atomic_begin(); }
void unlock_all(void) { __VERIFIER_atomic_end(); }
void __VERIFIER_atomic_count(int n) {
  if (n > 0) __VERIFIER_atomic_count(n - 1);
  y = n;
}
void (*volatile pointer)(void) = __VERIFIER_atomic_inner;

void changes(void) {
#if CASE == 1  // a function inside a function
  __VERIFIER_atomic_outer();
#elif CASE == 2  // a function inside a section
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_inner();
  x = 0;
  __VERIFIER_atomic_end();
#elif CASE == 3  // a section inside a section
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_begin();
  y = 1;
  __VERIFIER_atomic_end();
  x = 0;
  __VERIFIER_atomic_end();
#elif CASE == 4  // the outermost one has ended: x == 1 is seen
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_inner();
  x = 1;
  __VERIFIER_atomic_end();
  x = 0;
#elif CASE == 5  // begun and ended in functions of their own
  lock_all();
  x = 1;
  lock_all();
  y = 1;
  unlock_all();
  x = 0;
  unlock_all();
#elif CASE == 6  // a function that calls itself
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_count(2);
  x = 0;
  __VERIFIER_atomic_end();
#elif CASE == 7  // inside of a section on some ways only
  if (__VERIFIER_nondet_int()) __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_inner();
  x = 0;
#elif CASE == 8  // nobody knows which function is called
  __VERIFIER_atomic_begin();
  x = 1;
  pointer();
  x = 0;
  __VERIFIER_atomic_end();
#elif CASE == 9  // the same function inside and outside
  __VERIFIER_atomic_inner();
  __VERIFIER_atomic_outer();
  __VERIFIER_atomic_inner();
#endif
}

void *looks(void *arg) {
  int seen = x;
  assert(seen == 0);
  return arg;
}

int main(void) {
  pthread_t looking;
  pthread_create(&looking, 0, looks, 0);
  changes();
  pthread_join(looking, 0);
  return 0;
}
