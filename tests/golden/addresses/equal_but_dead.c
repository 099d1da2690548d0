// A pointer to a dead object may be equal to one to a living object; it designates the dead one all the same.
// fencepost: verify
#include <stdlib.h>

int main(void) {
  int *a = malloc(sizeof *a);
  if (!a) return 0;
  free(a);
  int *b = malloc(sizeof *b);
  if (!b) return 0;
  if (a == b) *a = 1;
  free(b);
  return 0;
}
