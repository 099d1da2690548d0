// fencepost: verify
// fencepost: verify --engine cegar --strict
// A loop without threads that never ends.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned state = 0, requests = 0;
  for (;;) {
    unsigned next = __VERIFIER_nondet_uint();
    if (state == 0 && next % 2 == 1) {
      state = 1;
      requests++;
    } else if (state == 1) {
      assert(requests != 0);
      state = 0;
      requests--;
    }
    assert(state <= 1);
  }
}
