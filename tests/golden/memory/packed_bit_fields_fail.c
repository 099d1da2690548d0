// fencepost: verify
#include <assert.h>
struct S { unsigned a : 3; unsigned long long b : 62; } __attribute__((packed));
unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  struct S s = {5, 0};
  s.b = __VERIFIER_nondet_ulonglong();
  assert(s.a == 5);
  assert(s.b != 0x3123456789abcdefull);
  return 0;
}
