// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// A thread-local object of main lives as long as the program.
#include <stdlib.h>
static _Thread_local int *own;
int main(void) {
  own = malloc(sizeof *own);  // !
  return 0;
}
