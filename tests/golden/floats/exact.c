// fencepost: verify
#include <assert.h>
int main(void) {
  double a = 0.1, b = 0.2;
  assert(a + b != 0.3);
  float f = 16777216.0f;
  assert(f + 1.0f == f);
  assert((int)-2.7 == -2);
  assert(1.0 / 3.0 * 3.0 == 1.0);
  return 0;
}
