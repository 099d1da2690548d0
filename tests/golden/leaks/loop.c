// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// Freed in the next round: the last one is not.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *last = NULL;
  for (int i = 0; i < 4; i++) {
    free(last);
    last = malloc(4);  // !
    if (__VERIFIER_nondet_int()) break;
  }
  return 0;
}
