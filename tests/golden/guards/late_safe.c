// fencepost: verify
// fencepost: verify --unwind 3
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 0;
  for (int i = 0; i < 20000; i++) x += 3;
  if (__VERIFIER_nondet_int() == 77) assert(x == 60000);
  for (unsigned i = 0; i < 5; i++)
    if (__VERIFIER_nondet_int()) x++;
  assert(x >= 60000 && x <= 60005);
}
