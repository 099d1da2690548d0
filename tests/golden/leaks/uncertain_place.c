// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// The pointer lies somewhere in a table.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static char *table[4];
int main(void) {
  unsigned at = __VERIFIER_nondet_uint() % 4, other = __VERIFIER_nondet_uint() % 4;
  table[at] = malloc(1);  // ! if other == at, it is lost
  table[other] = NULL;
  return 0;
}
