// fencepost: verify
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = calloc(2, sizeof *p);
  assert(p[0] == 0 && p[1] == 0);
  p[1] = 9;
  p = realloc(p, 4 * sizeof *p);
  assert(p[1] == 9);
  p[3] = 1;
  free(p);
  return 0;
}
