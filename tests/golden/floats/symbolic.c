// fencepost: verify
#include <assert.h>
float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 0.0f && x <= 4.0f)) return 0;
  assert(x * x != 2.25f);  // !
  return 0;
}
