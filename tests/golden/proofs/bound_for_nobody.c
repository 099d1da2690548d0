// fencepost: verify --property unreach-call --engine cegar --unwind 3
// A bound is said to an engine that unrolls no loop.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) x = 1 - x;
  assert(x == 0 || x == 1);
}
