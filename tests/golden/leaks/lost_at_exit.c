// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// The function that knew the object has returned before the program ends.
#include <stdlib.h>
static int use(void) {
  int *own = malloc(sizeof *own);  // !
  *own = 2;
  return *own;
}
int main(void) {
  if (use() == 2) exit(0);
  return 1;
}
