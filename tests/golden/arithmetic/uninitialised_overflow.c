// Where nobody asks about uninitialised values, arithmetic on them may overflow like any other (C11 6.5p5).
// fencepost: verify --property no-overflow --entry local
// fencepost: verify --no-check uninit --entry local
// fencepost: verify --uninit unspecified --entry local
// fencepost: verify --property no-overflow --entry allocated
// fencepost: verify --property no-overflow --entry negated
// fencepost: verify --property no-overflow --entry right
#include <stdlib.h>

void local(void) {
  int x;
  x++;
}

void allocated(void) {
  int *p = malloc(sizeof *p);
  *p += 2;
  free(p);
}

int negated(void) {
  int x;
  return -x;
}

int right(void) {
  int x;
  unsigned u;
  short s;
  u++;
  s++;
  return x / 2 + s;
}
