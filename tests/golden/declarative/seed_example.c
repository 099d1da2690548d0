// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager
// statistic: cegar.leaves-safe = 2
// statistic: cegar.leaves-blocked = 2
// statistic: cegar.leaves-inconsistent = 2
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --graph-solver datalog --model tso
// statistic: cegar.leaves-inconsistent = 2
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --graph-solver sat --model pso
// statistic: cegar.leaves-inconsistent = 2
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --graph-solver sat-datalog --domain pred-bool
// statistic: cegar.leaves-inconsistent = 2
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --graph-solver smt
// statistic: cegar.leaves-inconsistent = 2
// The motivating example of seed 000 (section 4.2): two branches are safe, two block, two are inconsistent. Inputs are small, so that
// a + b does not wrap around.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
unsigned char __VERIFIER_nondet_uchar(void);
int x, y;
void *reader(void *u) {
  __VERIFIER_atomic_begin();
  int i = y;
  int j = x;
  __VERIFIER_atomic_end();
  assert(!(i < j));
  return u;
}
void *writer(void *u) {
  int a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  __VERIFIER_atomic_begin();
  x = a;
  y = a + b;
  __VERIFIER_atomic_end();
  return u;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, reader, 0);
  pthread_create(&t, 0, writer, 0);
  return 0;
}
