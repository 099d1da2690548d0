// fencepost: verify
#include <assert.h>
double third(double x) {
#pragma STDC FENV_ROUND FE_UPWARD
  return 1.0 / x;
}
int main(void) { assert(third(3.0) == 1.0 / 3.0); }
