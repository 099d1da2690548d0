// fencepost: verify --property unreach-call --engine cegar --model tso
// fencepost: verify --property unreach-call --engine cegar --model pso
// fencepost: verify --property unreach-call --engine bounded --model pso
// Any number of stores wait while a section of another thread reads what they write: no interleaving fails, and runs with buffers do. A
// section counts as what it accesses when it is asked whether somebody touches what waits.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
unsigned x, y, r1 = 1, r2 = 1;
void* a(void* p) {
  do {
    x++;
  } while (__VERIFIER_nondet_int());
  r1 = y;
  return p;
}
void* b(void* p) {
  __VERIFIER_atomic_begin();
  y = 1;
  r2 = x;
  __VERIFIER_atomic_end();
  return p;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, a, 0);
  pthread_create(&t, 0, b, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  __VERIFIER_atomic_begin();
  assert(r1 == 1 || r2 != 0 || x == 0);
  __VERIFIER_atomic_end();
}
