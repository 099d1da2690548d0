// The same with loops in functions, one after another, and a recursion.
// fencepost: verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static unsigned count(unsigned n) {
  unsigned x = 0;
  for (unsigned i = 0; i < n; i++) x += i;
  return x;
}
static unsigned down(unsigned n) { return n == 0 ? 0 : down(n - 1) + 1; }
int main(void) {
  if (__VERIFIER_nondet_int() == 0) {
    count(900000);
    down(3000);
  }
  assert(down(2) == 3);
}
