// fencepost: verify
// fencepost: verify --model sc
// fencepost: verify -DRIGHT
// What would be exposed only after a failure is not exposed on that run, and no number leads there then: the failure stays.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int x, *p = &x, a[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
#ifdef RIGHT
  assert(p == &x);
#else
  assert(i != 2);
#endif
  p = (int *)((unsigned long)a + 4 * (unsigned long)i);
  *p = 1;
  return 0;
}
