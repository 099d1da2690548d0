// fencepost: verify --unwind 3
// fencepost: verify
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), n = 0;
  while (i > 0) {
    i--;
    n++;
    assert(n != 9);  // !
  }
  return 0;
}
