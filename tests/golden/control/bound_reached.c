// fencepost: verify --unwind 5
// fencepost: verify --unwind 11
// fencepost: verify
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 10) return 0;
  while (i < 10) i++;
  assert(i == 10);
  return 0;
}
