// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// One of three ways out forgets to free.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 1 || size > 100) return 0;
  char *buffer = malloc(size);  // !
  if (size == 42) return 1;
  buffer[size - 1] = 0;
  free(buffer);
  return 0;
}
