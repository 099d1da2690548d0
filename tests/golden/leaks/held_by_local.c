// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// When main returns, its locals are gone.
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);  // !
  *p = 1;
  return *p - 1;
}
