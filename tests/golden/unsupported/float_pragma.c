// fencepost: verify
// fencepost: verify --data-model ILP32
#include <assert.h>
double __VERIFIER_nondet_double(void);
int main(void) {
#pragma clang fp reassociate(on)
  double x = __VERIFIER_nondet_double();
  assert(x != x || x - x != x - x || (x + 1e30) - 1e30 == x || 1);
  return 0;
}
