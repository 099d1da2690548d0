// A loop whose number of iterations is assumed to be at most so many comes to its end after as many.
// fencepost: verify
// fencepost: verify -DONE_MORE
// fencepost: verify -DUNSIGNED
// fencepost: verify -DUNSIGNED -DONE_MORE
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int a[40];
int main(void) {
#ifdef UNSIGNED
  unsigned n = (unsigned)__VERIFIER_nondet_int();
#else
  int n = __VERIFIER_nondet_int();
#endif
  __VERIFIER_assume(n >= 20 && n <= 40);
  for (int i = 0; i < n; ++i) a[i] = 1;
  int sum = 0;
  for (int i = 0; i < 40; ++i) sum += a[i];
#ifdef ONE_MORE
  assert(sum > 20);
#else
  assert(sum >= 20);
#endif
}
