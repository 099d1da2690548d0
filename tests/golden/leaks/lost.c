// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// A pointer is overwritten: the first object is lost, the second is freed.
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);  // !
  p = malloc(sizeof *p);
  free(p);
  return 0;
}
