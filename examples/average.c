/* The mean of two numbers, as it stood in textbooks for decades. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

int average(int a, int b) { return (a + b) / 2; }

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a < 0 || b < a) return 0;
  int mean = average(a, b);
  assert(a <= mean && mean <= b);
  return 0;
}
