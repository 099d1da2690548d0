// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// exit ends no block: the locals of all functions that have not returned still hold what they point to.
#include <stdlib.h>
static void leave(int **held) {
  int *own = malloc(sizeof *own);  // !
  **held = *own = 0;
  exit(**held);
}
int main(void) {
  int *p = malloc(sizeof *p);  // !
  leave(&p);
  return 0;
}
