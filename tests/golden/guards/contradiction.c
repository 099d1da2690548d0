// Assumptions that no input meets: nothing fails, because nothing happens. That is no proof.
// fencepost-text: verify --model sc
// fencepost: verify --model rc11
// fencepost: verify --unwind 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 1000000);
  __VERIFIER_assume(x % 7 == 3);
  __VERIFIER_assume(x < 1000);
  assert(0);
}
