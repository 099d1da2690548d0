// One input in four billion keeps the assumptions; the solver finds the run that is shown.
// fencepost: verify --model sc
// statistic: guards.asked > 0
// fencepost: verify --model rc11
// statistic: guards.asked > 0
// fencepost: verify --property unreach-call
// statistic: guards.asked > 0
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x * 77777u == 123456789u);
  assert(x != 5);
}
