// fencepost: verify --property unreach-call
// fencepost: verify --property unreach-call -DSTEP=2
// fencepost: verify --engine cegar --domain pred-bool --property unreach-call
// fencepost: verify --engine cegar --domain pred-split --property unreach-call
// Loops that count for long: what all iterations keep has to be found, not one iteration after the other.
#include <assert.h>

#ifndef STEP
#define STEP 1
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int i = 0, j = 0;
  while (i != 1000000) {
    i++;
    j += STEP;
  }
  assert(i == j || STEP != 1);

  int bounded = 0;
  while (bounded < 1000000) bounded++;
  assert(bounded == 1000000);

  unsigned limit = __VERIFIER_nondet_uint(), sum = 0, k = 0;
  for (; k < limit; k++) sum += 2;
  assert(sum == 2 * k && k == limit);
  assert(j != 2000000 || STEP == 2);
}
