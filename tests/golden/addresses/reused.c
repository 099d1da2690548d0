// A new object may lie where a dead one lay: the pointers may be equal, and need not be.
// fencepost: verify
// fencepost: verify --strict
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(sizeof *a), *gone = a;
  if (!a) return 0;
  free(a);
  int *b = malloc(sizeof *b);
  if (!b) return 0;
  assert(gone != b);
  free(b);
  return 0;
}
