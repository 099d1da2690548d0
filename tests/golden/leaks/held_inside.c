// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// A pointer into the middle of an object, or to its end, holds it.
#include <stdlib.h>
static char *inside, *end;
int main(void) {
  char *text = malloc(8), *other = malloc(8);  // !
  inside = text + 3;
  end = other + 8;
  return 0;
}
