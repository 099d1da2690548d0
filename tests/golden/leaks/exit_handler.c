// fencepost: verify --property valid-memcleanup
// What exit calls belongs to the program.
#include <stdlib.h>
static int *kept;
static void clean(void) { free(kept); }
int main(void) {
  kept = malloc(sizeof *kept);
  atexit(clean);
  return 0;
}
