// fencepost: verify
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 1000 || x < -1000) return 0;
  int y = x * x;
  assert(y >= 0);
  assert(y <= 1000000);
  return 0;
}
