// realloc may leave the object where it is, or move it.
// fencepost: verify
// fencepost: verify -DMOVES
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(4);
  if (!a) return 0;
  int *b = realloc(a, 8);
  if (!b) return 0;
#ifdef MOVES
  assert(a == b);
#else
  assert(a != b);
#endif
  free(b);
  return 0;
}
