// fencepost: verify
#include <assert.h>
#include <math.h>
int main(void) {
  double n = NAN, i = INFINITY;
  assert(n != n);
  assert(!(n < 1.0) && !(n >= 1.0));
  assert(isnan(n) && isinf(i));
  assert(i > 1e308);
  return 0;
}
