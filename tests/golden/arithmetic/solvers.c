// fencepost: verify --solver cadical
// fencepost: verify --solver z3
// fencepost: verify --solver cvc5
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 65535) return 0;
  assert(x * x != 1522756);  // !
  return 0;
}
