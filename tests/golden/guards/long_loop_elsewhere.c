// What does not need the long loop is looked at all the same: the assertion is two steps away.
// fencepost: verify
// fencepost: verify --unwind 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 0;
  if (__VERIFIER_nondet_int() == 0)
    while (1) x++;
  assert(0);
}
