// What is left of a pointer holds nothing; all of its bytes, wherever they lie, may.
// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memtrack -DUNCERTAIN
// fencepost: verify --property valid-memtrack -DCOPIED
// fencepost: verify --property valid-memtrack -DAPART
// fencepost: verify --property valid-memtrack -DRESTORED
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int *held;
char copy[16], high[4];

int main(void) {
  held = malloc(sizeof *held);
#ifdef COPIED
  memcpy(copy + 3, &held, sizeof held);
#endif
#ifdef APART
  memcpy(copy, &held, 4);
  memcpy(high, (char *)&held + 4, 4);
#endif
#ifdef RESTORED
  memcpy(copy, (char *)&held + 7, 1);
#endif
#ifdef UNCERTAIN
  unsigned at = __VERIFIER_nondet_uint();
  if (at < sizeof held) ((volatile char *)&held)[at] = 1;
#else
  ((volatile char *)&held)[7] = 1;
#endif
#ifdef RESTORED
  memcpy((char *)&held + 7, copy, 1);
#endif
  return 0;
}
