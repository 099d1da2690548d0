// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// What is left when a program aborts is nobody's fault.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
  if (*p < 0) abort();
  free(p);
  return 0;
}
