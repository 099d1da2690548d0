// fencepost: verify
// The pointer leaves as a number that an atomic update found; its object can be read all the same.
#include <assert.h>

extern int x;

int main(void) {
  int *p = &x;
  unsigned long number = __sync_fetch_and_add((unsigned long *)&p, 0);
  int *q = (int *)number;
  assert(*q != 3);
  return 0;
}
